import type { Service } from '#contract/firm-content.ts';

export const services: Service[] = [
  {
    id: 'members',
    name: 'Registers of Growers',
    short: 'Registers',
    icon: 'members',
    text: 'We keep the register, and send the year’s invoices.',
  },
  {
    id: 'accounts',
    name: 'Books and Levies',
    short: 'Books',
    icon: 'finance',
    text: 'We collect levies, and close the books each month.',
    specimen: {
      name: 'Look at a levy statement',
      title: 'Levies',
      note: 'To 31 May 2026',
      columns: ['Farm', 'Rand'],
      hasFigures: true,
      groups: [
        {
          rows: [
            ['Vaalpan', 1200],
            ['Kareeboom', 800],
          ],
          total: ['Levies', 2000],
        },
      ],
    },
  },
  {
    id: 'minutes',
    name: 'Meetings and Minutes',
    short: 'Meetings',
    icon: 'secretariat',
    text: 'We send the agenda, and keep the minutes.',
  },
  {
    id: 'water',
    name: 'Water Use Returns',
    short: 'Water',
    icon: 'operations',
    text: 'We file the returns of each water user in time.',
  },
];

export const institute = 'Society of Salt Bush Growers';

export const specimenMark = 'An example: the society and its figures are invented.';
