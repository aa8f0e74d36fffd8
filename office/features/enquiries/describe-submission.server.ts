import {
  contactField,
  contactFields,
  filledIn,
  underHeading,
} from '../../../contract/contact-fields.ts';
import { quarantineScore } from '../../../contract/jobs.ts';
import { notificationKinds } from '../../../contract/notifications.ts';
import { handlingOf } from '../../../storage/handling.ts';
import type { ContactSubmission, NotificationState } from '../../../storage/submission-model.ts';
import { stateOfSubmission } from './change-state.server.ts';
import type { Badge, EnquiryRow } from '../../office-views.ts';

const beginningLength = 160;

/** A submission in a list; its times are still dates. */
export type SubmissionRow = Omit<EnquiryRow, 'createdAt' | 'quarantine'> & {
  createdAt: Date;
  quarantine?: { reasons: string[]; until: Date };
};

export function rowOf(submission: ContactSubmission): SubmissionRow {
  const { version, notes } = handlingOf(submission);
  const { _id: id, reference, status, organisation, createdAt, screening, expiresAt } = submission;
  return {
    id,
    reference,
    ...stateOfSubmission(submission),
    name: underHeading(contactFields.firstName.staffHeading, submission),
    organisation,
    beginning: beginningOf(submission),
    createdAt,
    version,
    notes: notes.length,
    badges: badgesOf(submission),
    ...(status === 'quarantined'
      ? { quarantine: { reasons: screening?.reasons ?? [], until: expiresAt } }
      : {}),
  };
}

/** The first words of the message, on one line. */
function beginningOf(submission: ContactSubmission): string {
  const [[, text] = ['', '']] = filledIn(submission).filter(
    ([name]) => contactField(name).multiline,
  );
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= beginningLength) return line;
  return `${line.slice(0, beginningLength).replace(/\s?\S*$/, '')} …`;
}

/** The badges of a submission in a list. */
export function badgesOf({
  status,
  screening,
  notifications,
}: Pick<ContactSubmission, 'status' | 'screening' | 'notifications'>): Badge[] {
  function has(state: NotificationState['status'], ...kinds: typeof notificationKinds) {
    return kinds.some((kind) => notifications[kind]?.status === state);
  }
  const marks: Record<Badge, boolean> = {
    'address-bounced': has('failed', 'acknowledgement'),
    'staff-mail-failed': has('failed', 'staff'),
    'mail-pending': has('pending', ...notificationKinds),
    // Most genuine enquiries score a little.
    suspicious: status === 'accepted' && (screening?.score ?? 0) >= quarantineScore / 2,
  };
  return (Object.keys(marks) as Badge[]).filter((badge) => marks[badge]);
}
