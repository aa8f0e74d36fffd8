import type { Service } from '#contract/firm-content.ts';

/** The services in the order of the home page. Each may show a sample of a board's document. */
export const services: Service[] = [
  {
    id: 'members',
    name: 'Member Services & Engagement',
    short: 'Member Services',
    icon: 'members',
    text: 'We handle applications, renewals, queries and the member register, and we answer your members in your name. Your board sees who has joined, who has lapsed and what members are asking for.',
    specimen: {
      name: 'See a register extract',
      title: 'Register of members',
      note: 'Extract, 31 May 2026. CPD in hours this year',
      columns: ['Member', 'No.', 'Since', 'CPD'],
      hasFigures: true,
      groups: [
        {
          rows: [
            ['Dlamini, Nomvula, Fellow', '0745', '2009', 31],
            ['Khumalo, Sipho, Professional', '2044', '2021', 14],
            ['Mokoena, Thabo, Fellow', '0612', '2007', 27],
            ['Naidoo, Priya, Associate', '2215', '2023', 9],
            ['Patel, Ayesha, Professional', '1730', '2018', 22],
            ['Van Wyk, Pieter, Student', '2391', '2026', '–'],
          ],
        },
        {
          rows: [
            ['Members on 1 March', 1231],
            ['Joined', 29],
            ['Lapsed', -12],
          ],
          total: ['Members on 31 May', 1248],
        },
      ],
    },
  },
  {
    id: 'finance',
    name: 'Financial & Compliance Management',
    short: 'Financial Management',
    icon: 'finance',
    text: 'We invoice and collect subscriptions, pay suppliers, keep the ledgers and prepare the file for your auditors. The treasurer receives monthly accounts against budget, and statutory returns go in on time.',
    specimen: {
      name: 'See a page of month-end accounts',
      title: 'Management accounts',
      note: 'Three months to 31 May 2026, R’000',
      columns: ['', 'Actual', 'Budget', 'Variance'],
      hasFigures: true,
      groups: [
        {
          rows: [
            ['Subscriptions', 842, 830, 12],
            ['Events', 196, 210, -14],
            ['Interest', 38, 34, 4],
          ],
          total: ['Income', 1076, 1074, 2],
        },
        {
          rows: [
            ['Office fee', 288, 288, 0],
            ['Standards', 231, 240, 9],
            ['Events', 164, 175, 11],
            ['Communication', 118, 125, 7],
            ['Audit', 62, 60, -2],
          ],
          total: ['Expenditure', 863, 888, 25],
        },
        { rows: [], total: ['Surplus', 213, 186, 27] },
        { rows: [['Brackets: adverse to budget. One seminar was moved from May to July.']] },
      ],
    },
  },
  {
    id: 'events',
    name: 'Events & Programmes',
    short: 'Events & Programmes',
    icon: 'events',
    text: 'We plan and run conventions, webinars, training days and award evenings, from the first budget to the last certificate. Committees settle the programme; we see to venues, speakers, registration and the record of attendance.',
    specimen: {
      name: 'See a running sheet',
      title: 'Annual convention',
      note: 'Running sheet, Thursday 15 October 2026, 214 delegates',
      columns: ['Time', 'What', 'Who'],
      groups: [
        {
          rows: [
            ['06:30', 'Signs, badges, sound', 'Lindiwe'],
            ['08:00', 'Registration opens', 'Kagiso'],
            ['08:45', 'Welcome by the president', 'N.\u00a0Dlamini'],
            ['09:00', 'Keynote: resurveying the coast', 'A.\u00a0Patel'],
            ['10:15', 'Tea; papers in halls A and B', 'Kagiso'],
            ['12:45', 'Lunch; exhibitors’ hour', 'Kagiso'],
            ['14:00', 'Panel: maps in court', 'T.\u00a0Mokoena'],
            ['15:45', 'Awards and close', 'N.\u00a0Dlamini'],
            ['16:15', 'Attendance checked, CPD recorded', 'Lindiwe'],
          ],
        },
      ],
    },
  },
  {
    id: 'technology',
    name: 'Technology & Systems',
    short: 'Technology Systems',
    icon: 'technology',
    text: 'We set up and look after the membership database, the website, online payments and shared mailboxes. The data remains yours, is backed up, and can be handed over whenever you ask for it.',
    specimen: {
      name: 'See a handover file',
      title: 'Handover file',
      note: 'Your records and their status on 31 May 2026',
      columns: ['Record', 'Status'],
      groups: [
        {
          rows: [
            ['Register of members', '1\u00a0248 records, as a spreadsheet'],
            ['Minutes, resolutions', 'Signed, 2011 to date'],
            ['Ledgers, vouchers', 'Reconciled to 31 May'],
            ['Contracts, policies', '23 files and an index'],
            ['Website, domains', 'Owned by the institute'],
            ['Mailboxes', '9, exported'],
            ['Backup', 'Restore tested on Friday 29 May'],
            ['In progress', '4 matters, next due Wednesday 1 July'],
          ],
        },
      ],
    },
  },
  {
    id: 'secretariat',
    name: 'Secretariat Support',
    short: 'Secretariat Support',
    icon: 'secretariat',
    text: 'We draw up the meeting calendar, send notices and board packs, take minutes and follow decisions through to completion. Chairpersons arrive prepared, and the record of what was resolved is never in doubt.',
    specimen: {
      name: 'See a board pack',
      title: 'Contents',
      note: 'Issued on Wednesday 10 June',
      cover: ['Board of directors', 'Thursday 18 June 2026, 14:00'],
      columns: ['Item', 'Page'],
      hasFigures: true,
      groups: [
        {
          rows: [
            ['1. Welcome, apologies, interests', 3],
            ['2. Minutes of Thursday 19 March', 4],
            ['3. Action list and owners', 9],
            ['4. Management accounts to 31 May', 11],
            ['5. Annual financial statements', 14],
            ['6. Register of members', 46],
            ['7. Calendar to the general meeting', 48],
            ['8. Risks and insurance', 49],
          ],
        },
      ],
    },
  },
  {
    id: 'operations',
    name: 'Operations Management',
    short: 'Operations Management',
    isFirstInFooter: true,
    icon: 'operations',
    text: 'We run the office from day to day: staff, suppliers, correspondence, insurance and filing. Executives and volunteers have one place to call, and the institution keeps working when its office-bearers change.',
    specimen: {
      name: 'See a calendar for an AGM',
      title: 'The road to the AGM',
      note: 'Annual general meeting, Wednesday 26 August 2026',
      columns: ['By', 'What'],
      groups: [
        {
          rows: [
            ['Thu 18 June', 'Board approves the annual financial statements'],
            ['Wed 1 July', 'Nominations open'],
            ['Fri 24 July', 'Nominations and motions close'],
            ['Fri 31 July', 'Notice and proxy forms go to members'],
            ['Mon 24 Aug', 'Proxies close'],
            ['Wed 26 Aug', 'Meeting, 17:30, ballot and results'],
            ['Wed 9 Sept', 'Draft minutes; new directors filed with CIPC'],
          ],
        },
      ],
    },
  },
];

/** A fictitious institute, whose figures and dates agree across all samples. */
export const institute = 'Institute of Map Makers';

export const specimenMark = 'Sample only: the institute, people and figures are fictitious.';
