import type { Company } from '#contract/company.ts';
import type { About } from '#contract/firm-content.ts';

export function aboutFor(company: Company): About {
  return {
    title: `${company.experience.words} of Trusted Partnership`,
    paragraphs: [
      `${company.name} was established in ${company.founded} to give associations something that few could afford alone: a permanent office with experienced people in it. Ledgers have become databases and circulars have become webinars, but the work is the same. We keep an institution’s affairs in order while its members govern it.`,
      `From ${company.address.suburb} we serve professional bodies, industry associations and non-profits. Some are run entirely from our office; others ask us for the accounts, an annual convention or a minute-taker who knows the Companies Act. Presidents and treasurers come and go by election. We are the part that stays, and we hand the next board a complete file.`,
      'We do not speak for your institution or set its course. That belongs to your members and the people they elect. Our part is to see that each decision rests on accurate figures, is properly recorded, and is carried out.',
    ],
    stats: [{ figure: company.experience.figure, label: 'Years Experience' }, ...company.figures],
    promise: {
      title: 'Our Promise',
      quote:
        'We will care for your institution as though we had to answer to its members ourselves: accounts that balance, records that can be trusted, and a clear answer from someone who knows you by name.',
    },
    first90Days: {
      title: 'Your First 90 Days',
      steps: [
        {
          time: 'From day 1',
          text: 'Your money stays in accounts in your own name. Your register is backed up every working day.',
        },
        {
          time: 'First meeting',
          text: 'The pack arrives five working days before. Draft minutes follow within ten working days.',
        },
        {
          time: 'First month end',
          text: 'Within fifteen working days you have accounts against budget, with the differences explained.',
        },
        {
          time: 'Day 90',
          text: 'By now you have two sets of accounts to judge us by. You may leave on 90 days’ written notice, now or later, without giving a reason.',
        },
      ],
    },
  };
}
