import type { Service } from './home.ts';

/** A sample of a document that a board receives, as a table. */
export interface Specimen {
  /** The label of the button that opens it. */
  name: string;
  title: string;
  note: string;
  /** The lines of a cover page. */
  cover?: readonly string[];
  columns: readonly string[];
  groups: readonly Group[];
  /** Whether all columns except the first contain figures. */
  hasFigures?: boolean;
}

/** If a row has fewer cells than columns, its first cell spans the missing columns. */
type Row = readonly (string | number)[];

interface Group {
  rows: readonly Row[];
  total?: Row;
}

/** A fictitious institute, whose figures and dates agree across all samples. */
export const institute = 'Institute of Map Makers';

export const specimenMark = 'Sample only: the institute, people and figures are fictitious.';

/** The year of all dates. Weekdays named with a date are correct, and are working days. */
export const specimenYear = 2026;

export const specimens: Record<Service['icon'], Specimen> = {
  members: {
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
  finance: {
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
  events: {
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
  technology: {
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
  secretariat: {
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
  operations: {
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
};
