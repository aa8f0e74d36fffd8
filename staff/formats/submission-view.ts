import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { Column, View } from './view.ts';

const received = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

/** A time as staff read it: South African, such as `2024-06-30 08:15`. */
export function localTime(date: Date): string {
  return received.format(date);
}

const table: Column<ContactSubmission>[] = [
  { title: 'Reference', whole: true, of: ({ reference }) => reference },
  { title: 'Received', whole: true, of: ({ createdAt }) => localTime(createdAt) },
  { title: 'Status', whole: true, of: ({ status }) => status },
  { title: 'Mail', whole: true, of: ({ notifications }) => notifications.staff.status },
  { title: 'Name', of: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { title: 'Organisation', of: ({ organisation }) => organisation },
  { title: 'Email', of: ({ email }) => email },
];

const csv: Column<ContactSubmission>[] = [
  { title: 'reference', of: ({ reference }) => reference },
  { title: 'id', of: ({ _id }) => _id },
  { title: 'createdAt', of: ({ createdAt }) => createdAt.toISOString() },
  { title: 'status', of: ({ status }) => status },
  { title: 'firstName', of: ({ firstName }) => firstName },
  { title: 'lastName', of: ({ lastName }) => lastName },
  { title: 'email', of: ({ email }) => email },
  { title: 'organisation', of: ({ organisation }) => organisation },
  { title: 'message', of: ({ message }) => message },
  { title: 'noticeVersion', of: ({ noticeVersion }) => noticeVersion },
  { title: 'storedAt', of: ({ storedAt }) => storedAt.toISOString() },
  { title: 'expiresAt', of: ({ expiresAt }) => expiresAt.toISOString() },
  { title: 'staffMail', of: ({ notifications }) => notifications.staff.status },
  { title: 'acknowledgement', of: ({ notifications }) => notifications.acknowledgement.status },
  { title: 'screeningScore', of: ({ screening }) => String(screening?.score ?? '') },
  { title: 'screeningReasons', of: ({ screening }) => (screening?.reasons ?? []).join(' ') },
];

/** How submissions are shown. */
export const submissionView: View<ContactSubmission> = {
  table,
  csv,
  json: ({ _id, ...rest }) => ({ id: _id, ...rest }),
};
