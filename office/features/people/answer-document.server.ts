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
import { kindWords, resultWords } from './words.ts';

/** How often an enquiry was opened, and by how many. */
export interface Readers {
  times: number;
  people: number;
}

/** A label and its value, which may have several lines. */
type Entry = [label: string, value: string];

export interface AnswerPart {
  title: string;
  paragraphs: string[];
  items?: string[];
  /** The records held, in order. */
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

/** Tells a person what is held about them, why, who received it, for how long, and their rights. */
export function describeAnswer(known: Known): Answer {
  const { email, company, at } = known;
  const officer = company.informationOfficer;
  return {
    title: 'What we hold about you',
    date: longDay(at),
    at,
    introduction: [
      `This answers your request to ${company.name}. It lists what we held on ${time(at)} under the email address ${email}.`,
      'It is free of charge. You have a right to it under the Protection of Personal Information Act 4 of 2013 (POPIA), sections 23 to 25.',
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
          `Write to our Information Officer, ${officer.name}, at ${officer.email}, to ask us to`,
        ],
        items: [
          'correct anything here that is wrong, incomplete, out of date or misleading;',
          'delete all or part of it;',
          'stop using it.',
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
      `${count(jobs.length, 'queued job')} containing what you sent, until it is processed`,
    mails.length > 0 &&
      `${count(mails.length, 'email')} to you or about you, on the server that sends our email`,
    keys.length > 0 &&
      `${count(keys.length, 'record')} of how often your address was used in the last hour, to prevent abuse`,
    others > 0 &&
      `your address in ${count(others, 'enquiry', 'enquiries')} from somebody else, which we consider separately`,
  ].filter((line) => line !== false);
  const isNothing = submissions.length + requests.length + rest.length === 0;
  return {
    title: 'What we hold',
    paragraphs: isNothing
      ? ['We hold nothing under this address.']
      : [
          submissions.length === 0
            ? 'We hold no enquiries from you.'
            : `We hold ${count(submissions.length, 'enquiry', 'enquiries')} from you, as you sent ${submissions.length === 1 ? 'it' : 'them'} and as corrected since.`,
          ...(rest.length > 0 ? ['We also hold:'] : []),
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
        new: 'New',
        open: 'In progress',
        done: doneAt ? `Closed on ${longDay(doneAt)}` : 'Closed',
      }[state],
    ],
    ['Marked as spam', status === 'quarantined' ? screening?.reasons.join('; ') || 'yes' : ''],
    ['Emails', notificationKinds.flatMap((kind) => mailLine(submission, kind)).join('\n')],
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
    ? 'Not opened on our pages'
    : `${count(times, 'time')} by ${people === 1 ? 'one' : people} of our staff, as far as our records go back`;
}

function request({ who, kind, receivedAt, dueAt, closedAt, result }: PersonRequest) {
  const entries: Entry[] = [
    ['From', who],
    ['Request type', kindWords[kind]],
    ['Received', longDay(receivedAt)],
    closedAt && result
      ? ['Answered', `${longDay(closedAt)}, ${resultWords[result].toLowerCase()}`]
      : ['To be answered by', longDay(dueAt)],
  ];
  return { title: 'Your request', entries };
}

function recipients({ found: { submissions } }: Known): AnswerPart {
  const wasMailed = submissions.some(({ notifications }) => notifications.staff?.status === 'sent');
  return {
    title: 'Who has received it',
    paragraphs: [
      enquiryPrivacy.recipients,
      ...(wasMailed ? ['A copy was emailed to our staff, as shown with each enquiry.'] : []),
    ],
  };
}

function keptFor({ found: { submissions }, requests }: Known): string[] {
  return [
    ...(submissions.length > 0 ? ['The date is shown with each enquiry above.'] : []),
    ...(requests.length > 0
      ? ['We keep a record of your requests for three years after answering them, as proof.']
      : []),
  ];
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number === 1 ? 'one' : number} ${number === 1 ? one : many}`;
}
