export type ServiceIcon =
  'members' | 'finance' | 'events' | 'technology' | 'secretariat' | 'operations';

export interface Service {
  name: string;
  icon: ServiceIcon;
  text: string;
}

export interface Benefit {
  title: string;
  text: string;
}

export interface Services {
  title: string;
  introduction: string;
  cards: Service[];
  benefitsTitle: string;
  benefits: Benefit[];
}

export const services: Services = {
  title: 'End-to-End Operational Support',
  introduction:
    'Take the whole office or only the part you need. Each service has a named person who answers for it and a report that your board can read before it meets.',
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
      text: 'Several institutions share one experienced office, so each pays for the hours and skills it uses and not for an establishment of its own.',
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
      text: 'Boards and executives spend their meetings on policy, standards and the profession, because the administration has already been done.',
    },
  ],
};
