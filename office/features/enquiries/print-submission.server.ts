import { localTime } from '../../../contract/time.ts';
import {
  contactField,
  contactFieldNames,
  contactFields,
  filledIn,
  staffHeadings,
  underHeading,
} from '../../../contract/contact-fields.ts';
import { notificationKinds, notifications } from '../../../contract/notifications.ts';
import { closerOf, notesOf, stateOfSubmission, tagsOf } from './describe-submission.server.ts';
import { stateNames, stateWords, statusWords } from './state.ts';
import { handlingOf } from '../../../storage/handling.ts';
import type { ContactSubmission, Note } from '../../../storage/submission-model.ts';
import type { Column } from '../../server/spreadsheet.ts';
import type { View } from '../../terminal/output.ts';
import { printable } from '../../terminal/table.ts';

const table: Column<ContactSubmission>[] = [
  { title: 'Reference', whole: true, of: ({ reference }) => reference },
  { title: 'Received', whole: true, of: ({ createdAt }) => localTime(createdAt) },
  { title: 'Status', whole: true, of: ({ status }) => statusWords[status] },
  {
    title: 'Notified',
    whole: true,
    of: (submission) => submission.notifications.staff?.status ?? '',
  },
  ...staffHeadings.map((heading) => ({
    title: heading,
    // Only the organisation can be truncated: names and email addresses must be shown in full.
    whole: heading !== contactFields.organisation.label,
    of: (submission: ContactSubmission) => underHeading(heading, submission),
  })),
];

const csv: Column<ContactSubmission>[] = [
  { title: 'reference', of: ({ reference }) => reference },
  { title: 'id', of: ({ _id }) => _id },
  { title: 'createdAt', of: ({ createdAt }) => createdAt.toISOString() },
  { title: 'status', of: ({ status }) => statusWords[status] },
  ...contactFieldNames.map((name) => ({
    title: name,
    of: (submission: Partial<ContactSubmission>) => submission[name] ?? '',
  })),
  { title: 'state', of: (submission) => stateNames[handlingOf(submission).state] },
  { title: 'assignedTo', of: (submission) => handlingOf(submission).owner ?? '' },
  { title: 'closedAt', of: (submission) => handlingOf(submission).doneAt?.toISOString() ?? '' },
  { title: 'closedBy', of: closerOf },
  { title: 'tags', of: tagsOf },
  { title: 'notes', of: (submission) => notesOf(submission) },
  { title: 'noticeVersion', of: ({ noticeVersion }) => noticeVersion },
  { title: 'storedAt', of: ({ storedAt }) => storedAt.toISOString() },
  { title: 'expiresAt', of: ({ expiresAt }) => expiresAt.toISOString() },
  ...notificationKinds.map((kind) => ({
    title: notifications[kind].column,
    of: (submission: ContactSubmission) => submission.notifications[kind]?.status ?? '',
  })),
  { title: 'screeningScore', of: ({ screening }) => String(screening?.score ?? '') },
  { title: 'screeningReasons', of: ({ screening }) => (screening?.reasons ?? []).join('; ') },
];

export const submissionView: View<ContactSubmission> = {
  names: ['enquiry', 'enquiries'],
  table,
  csv,
};

/** A whole submission as readable text. */
export function letterOf(found: ContactSubmission): string {
  const { screening } = found;
  const facts = {
    Reference: found.reference,
    ID: found._id,
    Received: localTime(found.createdAt),
    'Kept until': localTime(found.expiresAt),
    Status: statusWords[found.status],
    State: stateWords(stateOfSubmission(found)),
    ...(tagsOf(found) && { Tags: tagsOf(found) }),
    ...(screening && { Screening: `${screening.score} (${screening.reasons.join('; ')})` }),
    ...Object.fromEntries(
      notificationKinds.map((kind) => {
        const { status = 'none', reason } = found.notifications[kind] ?? {};
        return [notifications[kind].label, reason === undefined ? status : `${status} (${reason})`];
      }),
    ),
    ...Object.fromEntries(staffHeadings.map((heading) => [heading, underHeading(heading, found)])),
  };
  const width = Math.max(...Object.keys(facts).map((label) => label.length)) + 2;
  const lines = Object.entries(facts).map(
    ([label, value]) => `${label.padEnd(width)}${printable(value, { oneLine: true })}`,
  );
  const texts = filledIn(found).filter(([name]) => contactField(name).multiline);
  const { notes, replies } = handlingOf(found);
  const written = (what: string, { at, by, text }: Note) =>
    `${what} by ${by}, ${localTime(at)}: ${printable(text)}\n`;
  return [
    lines.join('\n'),
    ...texts.map(([, text]) => `${printable(text)}\n`),
    ...replies.map((reply) => written('Reply', reply)),
    ...notes.map((note) => written('Note', note)),
  ].join('\n\n');
}
