import { clockTime, longDay } from '../../../contract/time.ts';
import type { Company } from '../../../contract/company.ts';
import {
  contactField,
  contactFieldNames,
  type PartialContactForm,
} from '../../../contract/contact-fields.ts';
import { notificationKinds, notifications } from '../../../contract/notifications.ts';
import { enquiryPrivacy, regulator } from '../../../contract/privacy-notice.ts';
import { handlingOf } from '../../../storage/handling.ts';
import type { PersonRequest } from '../../../storage/person-requests.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import type { PersonalData } from './find-personal-data.server.ts';

/** How often an enquiry was opened, and by how many. */
export interface Readers {
  times: number;
  people: number;
}

/** A label with what stands beside it; a text of several lines keeps them. */
type Entry = [label: string, value: string];

export interface AnswerPart {
  title: string;
  paragraphs: string[];
  items?: string[];
  /** What is held, one after the other. */
  records?: { title: string; entries: Entry[] }[];
}

/** The answer to a person, before it is set. */
export interface Answer {
  title: string;
  /** Such as '22 November 2026'. */
  date: string;
  introduction: string[];
  parts: AnswerPart[];
  at: Date;
}

interface Known {
  email: string;
  found: Pick<PersonalData, 'submissions' | 'jobs' | 'keys' | 'mails' | 'mentions'>;
  requests: readonly PersonRequest[];
  /** By the id of the enquiry. */
  readers: ReadonlyMap<string, Readers>;
  company: Company;
  at: Date;
}

function time(date: Date): string {
  return `${longDay(date)} at ${clockTime(date)}`;
}

/** What a person is told of what is held of them, why, for whom, how long and of their rights. */
export function describeAnswer(known: Known): Answer {
  const { email, company, at } = known;
  const officer = company.informationOfficer;
  return {
    title: 'What we hold about you',
    date: longDay(at),
    at,
    introduction: [
      `This answers your request to ${company.name}. It lists what we held on ${time(at)} under the email address ${email}.`,
      'You need pay nothing for it. The law behind it is the Protection of Personal Information Act 4 of 2013 (POPIA), sections 23 to 25.',
    ],
    parts: [
      held(known),
      { title: 'Why we hold it', paragraphs: [enquiryPrivacy.purpose] },
      recipients(known),
      {
        title: 'How long we keep it',
        paragraphs: [enquiryPrivacy.retention(company), ...keptFor(known)],
      },
      {
        title: 'Your rights',
        paragraphs: [
          `Write to our Information Officer, ${officer.name}, at ${officer.email}, if you want`,
        ],
        items: [
          'something here corrected, because it is wrong, incomplete, out of date or misleading;',
          'all or part of it deleted;',
          'to object to our using it.',
        ],
      },
      {
        title: 'If you are not satisfied',
        paragraphs: [
          `You may complain to the Information Regulator at ${regulator.complaints}; its website is ${regulator.website}.`,
        ],
      },
    ],
  };
}

function held({ found, requests, readers }: Known): AnswerPart {
  const { submissions, jobs, keys, mails, mentions } = found;
  const others = [...mentions.references, ...mentions.jobs].length;
  const rest = [
    jobs.length > 0 &&
      `${count(jobs.length, 'entry', 'entries')} of our queue, with what you sent, until it is dealt with`,
    mails.length > 0 &&
      `${count(mails.length, 'mail')} to you or about you, on the server that sends our mails`,
    keys.length > 0 &&
      `${count(keys.length, 'count')} of how often your address was used within the last hour, against abuse`,
    others > 0 &&
      `your address in ${count(others, 'enquiry', 'enquiries')} of somebody else; what else stands there is theirs, and we decide on it separately`,
  ].filter((line) => line !== false);
  const isNothing = submissions.length + requests.length + rest.length === 0;
  return {
    title: 'What we hold',
    paragraphs: isNothing
      ? ['We hold nothing under this address.']
      : [
          submissions.length === 0
            ? 'We hold no enquiry of yours.'
            : `We hold ${count(submissions.length, 'enquiry', 'enquiries')} of yours, as you sent ${submissions.length === 1 ? 'it' : 'them'} and as corrected since.`,
          ...(rest.length > 0 ? ['Besides, we hold:'] : []),
        ],
    items: rest,
    records: [
      ...submissions.map((submission) => enquiry(submission, readers.get(submission._id))),
      ...requests.map(request),
    ],
  };
}

function enquiry(submission: ContactSubmission, readers?: Readers) {
  const { reference, createdAt, expiresAt, noticeVersion, status, screening } = submission;
  const form: PartialContactForm = submission;
  const { notes, state, doneAt } = handlingOf(submission);
  const entries: Entry[] = [
    ['Received', time(createdAt)],
    ...contactFieldNames.map((name): Entry => [contactField(name).label, form[name] ?? '']),
    ['Our notes', notes.map(({ at, text }) => `${longDay(at)}: ${text}`).join('\n')],
    [
      'State',
      {
        new: 'Not yet answered',
        open: 'Being answered',
        done: doneAt ? `Done on ${longDay(doneAt)}` : 'Done',
      }[state],
    ],
    ['Held as spam', status === 'quarantined' ? screening?.reasons.join('; ') || 'yes' : ''],
    ['Mails', notificationKinds.flatMap((kind) => mailLine(submission, kind)).join('\n')],
    ['Opened', readers ? opened(readers) : ''],
    ['Privacy notice', `Version ${noticeVersion}`],
    ['Kept until', longDay(expiresAt)],
  ];
  return {
    title: `Enquiry ${reference}`,
    entries: entries.filter(([, value]) => value.trim() !== ''),
  };
}

function mailLine(
  submission: ContactSubmission,
  kind: (typeof notificationKinds)[number],
): string[] {
  const states: Partial<ContactSubmission['notifications']> = submission.notifications;
  const { status, sentAt } = states[kind] ?? {};
  const { toVisitor } = notifications[kind];
  if (status === 'sent' && sentAt) return [`${toVisitor}: sent on ${time(sentAt)}`];
  if (status === 'failed') return [`${toVisitor}: could not be delivered`];
  return [];
}

function opened({ times, people }: Readers): string {
  return times === 0
    ? 'By nobody on our pages'
    : `${count(times, 'time')} by ${people === 1 ? 'one' : people} of our staff, as far as our records go back`;
}

const kinds = {
  access: 'What do you hold about me?',
  correction: 'Correct it',
  deletion: 'Delete it',
  objection: 'Stop using it',
  other: 'Something else',
} satisfies Record<PersonRequest['kind'], string>;

const results = {
  granted: 'done as asked',
  partly: 'done in part',
  refused: 'refused',
  withdrawn: 'withdrawn',
} satisfies Record<Required<PersonRequest>['result'], string>;

function request({ who, kind, receivedAt, dueAt, closedAt, result }: PersonRequest) {
  const entries: Entry[] = [
    ['From', who],
    ['What you asked', kinds[kind]],
    ['Received', longDay(receivedAt)],
    closedAt && result
      ? ['Answered', `${longDay(closedAt)}, ${results[result]}`]
      : ['To be answered by', longDay(dueAt)],
  ];
  return { title: 'A request of yours', entries };
}

function recipients({ found: { submissions } }: Known): AnswerPart {
  const wasMailed = submissions.some(({ notifications }) => notifications.staff?.status === 'sent');
  return {
    title: 'Who has received it',
    paragraphs: [
      enquiryPrivacy.recipients,
      ...(wasMailed ? ['A copy was mailed to our staff, as shown with each enquiry.'] : []),
    ],
  };
}

function keptFor({ found: { submissions }, requests }: Known): string[] {
  return [
    ...(submissions.length > 0 ? ['The day is given with each enquiry above.'] : []),
    ...(requests.length > 0
      ? [
          'We keep a note of your requests for three years after we have answered them, to show that we did.',
        ]
      : []),
  ];
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number === 1 ? 'one' : number} ${number === 1 ? one : many}`;
}
