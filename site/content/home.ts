import type { Company } from '../../contract/company.ts';

export const hero = {
  headline: 'Operational Support for Membership-Based Institutions',
  paragraph:
    'We are the office behind professional bodies, industry associations and non-profits. Our people keep the books, the registers, the meetings and the calendar in order, so that the people you elect can lead.',
  established: 'Established',
  services: { label: 'Explore Our Services', section: 'services' },
  contact: { label: 'Contact Us Today', section: 'contact' },
};

export const services = {
  title: 'End-to-End Operational Support',
  introduction:
    'Use the whole office or only the part you need. Each service has a named person who is responsible for it and a report that your board can read before it meets.',
  cards: [
    {
      name: 'Member Services & Engagement',
      icon: 'members',
      text: 'We handle applications, renewals, queries and the member register, and we answer your members in your name. Your board sees who has joined, who has lapsed and what members are asking for.',
    },
    {
      name: 'Financial & Compliance Management',
      icon: 'finance',
      text: 'We invoice and collect subscriptions, pay suppliers, keep the ledgers and prepare the file for your auditors. The treasurer receives monthly accounts against budget, and statutory returns go in on time.',
    },
    {
      name: 'Events & Programmes',
      icon: 'events',
      text: 'We plan and run conventions, webinars, training days and award evenings, from the first budget to the last certificate. Committees settle the programme; we see to venues, speakers, registration and the record of attendance.',
    },
    {
      name: 'Technology & Systems',
      icon: 'technology',
      text: 'We set up and look after the membership database, the website, online payments and shared mailboxes. The data remains yours, is backed up, and can be handed over whenever you ask for it.',
    },
    {
      name: 'Secretariat Support',
      icon: 'secretariat',
      text: 'We draw up the meeting calendar, send notices and board packs, take minutes and follow decisions through to completion. Chairpersons arrive prepared, and the record of what was resolved is never in doubt.',
    },
    {
      name: 'Operations Management',
      icon: 'operations',
      text: 'We run the office from day to day: staff, suppliers, correspondence, insurance and filing. Executives and volunteers have one place to call, and the institution keeps working when its office-bearers change.',
    },
  ],
  benefitsTitle: 'What partners gain',
  benefits: [
    {
      title: 'Efficiency and cost-effectiveness',
      text: 'Several institutions share one experienced office, so each pays for the hours and skills it uses rather than an office of its own.',
    },
    {
      title: 'Credibility through compliance',
      text: 'Returns, registers and annual financial statements are in order and ready when a regulator, an auditor or a member asks for them.',
    },
    {
      title: 'Modern member experiences',
      text: 'Members join, pay, book and find their records online, and reach a person who knows the institution when they would rather speak to one.',
    },
    {
      title: 'Freedom for leaders to focus on strategy',
      text: 'Boards and executives spend their meetings on policy, standards and the profession, because the administration is taken care of.',
    },
  ],
} as const;

export type Service = (typeof services.cards)[number];

/** The anchor of a service's card on the home page. */
export function serviceId(icon: Service['icon']): string {
  return `service-${icon}`;
}

export function aboutFor(company: Company) {
  return {
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
