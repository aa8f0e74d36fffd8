import { company } from '../company.ts';

export interface Stat {
  figure: string;
  label: string;
}

export interface About {
  title: string;
  paragraphs: string[];
  stats: Stat[];
  promise: { title: string; quote: string };
}

export const about: About = {
  title: 'Seven Decades of Trusted Partnership',
  paragraphs: [
    `${company.name} was established in ${company.founded} to give associations something that few could afford alone: a permanent office with experienced people in it. Ledgers have become databases and circulars have become webinars, but the work is the same. We keep an institution’s affairs in order while its members govern it.`,
    `From ${company.address.suburb} we serve professional bodies, industry associations and non-profits. Some are run entirely from our office; others ask us for the accounts, an annual convention or a minute-taker who knows the Companies Act. Presidents and treasurers come and go by election. We are the part that stays, and we hand the next board a complete file.`,
    'We do not speak for your institution or set its course. That belongs to your members and the people they elect. Our part is to see that each decision rests on accurate figures, is properly recorded, and is carried out.',
  ],
  stats: [
    { figure: company.figures.years, label: 'Years Experience' },
    { figure: company.figures.associations, label: 'Associations' },
    { figure: company.figures.industries, label: 'Industries' },
  ],
  promise: {
    title: 'Our Promise',
    quote:
      'We will care for your institution as though we had to answer to its members ourselves: accounts that balance, records that can be trusted, and a clear answer from someone who knows you by name.',
  },
};
