import {
  contactField,
  contactFields,
  filledIn,
  underHeading,
} from '../../../contract/contact-fields.ts';
import { notificationKinds, type NotificationKind } from '../../../contract/notifications.ts';
import { replyDueOn, replyTargetOf } from '../../../contract/reply-target.ts';
import { localTime } from '../../../contract/time.ts';
import { firm } from '../../../firm/firm.ts';
import type { AuditRecord } from '../../../storage/audit-trail.ts';
import { handlingOf } from '../../../storage/handling.ts';
import type { ContactSubmission, NotificationState } from '../../../storage/submission-model.ts';
import type { Badge, EnquiryRow, TimelineEvent } from '../../office-views.ts';
import type { NameOf } from '../../shell/use-names.ts';
import { changeOf } from '../audit/read-audit-trail.server.ts';
import { stateOf, type EnquiryState } from './state.ts';

export function stateOfSubmission(submission: ContactSubmission): EnquiryState {
  const { status, marked = false } = submission;
  return stateOf({ ...handlingOf(submission), status, marked });
}

/**
 * The number of working days within which the firm promises a reply; undefined if it does not
 * promise a number of days.
 */
export const replyTarget = replyTargetOf(firm);

/** The last day for a reply; undefined for spam, or if no reply time is promised. */
export function promisedDay({ createdAt, status }: ContactSubmission): string | undefined {
  if (replyTarget === undefined || status === 'quarantined') return undefined;
  return replyDueOn(createdAt, replyTarget);
}

/** The username of the person who closed a submission; empty if it is not closed. */
export function closerOf(submission: ContactSubmission): string {
  const { state, owner, doneBy } = handlingOf(submission);
  return state === 'done' ? (doneBy ?? owner ?? '') : '';
}

export function tagsOf(submission: ContactSubmission): string {
  return handlingOf(submission).tags.join(', ');
}

/** The notes of a submission as text. Each begins on a new line, with its time and author. */
export function notesOf(submission: ContactSubmission, nameOf: NameOf = String): string {
  const { notes } = handlingOf(submission);
  return notes.map(({ at, by, text }) => `${localTime(at)}, ${nameOf(by)}: ${text}`).join('\n');
}

/** Describes a submission as a row of a list, except that its times are Dates, not strings. */
export function rowOf(submission: ContactSubmission) {
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
    replyDueOn: promisedDay(submission),
    closedBy: closerOf(submission),
    reasons: screening?.reasons ?? [],
    ...(status === 'quarantined' && { quarantine: { until: expiresAt } }),
  } satisfies Record<keyof Omit<EnquiryRow, 'marked' | 'quarantine'>, unknown>;
}

const beginningLength = 160;

function beginningOf(submission: ContactSubmission): string {
  const [[, text] = ['', '']] = filledIn(submission).filter(
    ([name]) => contactField(name).multiline,
  );
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= beginningLength) return line;
  // A text without spaces is cut within the word.
  return `${line.slice(0, beginningLength).replace(/\s\S*$/, '')} …`;
}

export function badgesOf({ status, marked, notifications }: ContactSubmission): Badge[] {
  function has(state: NotificationState['status'], ...kinds: typeof notificationKinds) {
    return kinds.some((kind) => notifications[kind]?.status === state);
  }
  const marks: Record<Badge, boolean> = {
    'address-bounced': has('failed', 'acknowledgement'),
    'reply-failed': has('failed', 'reply'),
    'staff-mail-failed': has('failed', 'staff'),
    'mail-pending': has('pending', ...notificationKinds),
    marked: status !== 'quarantined' && marked === true,
  };
  return (Object.keys(marks) as Badge[]).filter((badge) => marks[badge]);
}

type HistoryEvent = Omit<TimelineEvent, 'at'> & { at: Date };

/** The history of a submission, from its own data and the audit trail, oldest first. */
export function timelineOf(
  submission: ContactSubmission,
  records: readonly AuditRecord[],
): HistoryEvent[] {
  const { createdAt, storedAt, status, screening, notifications } = submission;
  // If staff marked the submission as spam, the audit records already contain that event.
  const isMarked = records.some(({ action }) => action === 'enquiry.spam');
  const events: HistoryEvent[] = [
    { at: createdAt, what: 'received' },
    { at: storedAt, what: 'stored' },
    ...(status !== 'accepted' && !isMarked
      ? [{ at: storedAt, what: 'quarantined', detail: (screening?.reasons ?? []).join('; ') }]
      : []),
    ...notificationKinds.flatMap((kind) => mailEvents(kind, notifications[kind])),
    ...handlingOf(submission).replies.flatMap(({ outcome }) => mailEvents('reply', outcome)),
    ...records.map(auditEvent),
  ];
  return events.sort((one, other) => one.at.getTime() - other.at.getTime());
}

const mailEventNames = {
  sent: 'mailed',
  failed: 'mail-failed',
  pending: 'mail-pending',
  withheld: 'mail-withheld',
} as const;

function mailEvents(kind: NotificationKind, state: NotificationState | undefined): HistoryEvent[] {
  if (!state) return [];
  const { status, sentAt, updatedAt, reason, earlier = [] } = state;
  const event = (of: typeof status, at: Date, detail?: string): HistoryEvent => ({
    ...{ at, what: mailEventNames[of], kind },
    ...(detail ? { detail } : {}),
    ...(of === 'failed' ? { isSevere: true } : {}),
  });
  const failures = earlier.map(({ at, reason: detail }) => event('failed', at, detail));
  // An email withheld without a reason was withheld as spam, which the history already shows.
  if (status === 'withheld' && !reason) return failures;
  return [...failures, event(status, (status === 'sent' && sentAt) || updatedAt, reason)];
}

function auditEvent({ at, actor: by, action, outcome, subject }: AuditRecord): HistoryEvent {
  const { conditions } = subject;
  const done = outcome === undefined || outcome === 'done';
  return {
    ...{ at, what: action, by, ...changeOf(subject) },
    ...(conditions.length > 0 ? { conditions } : {}),
    ...(done ? {} : { done, isSevere: true }),
  };
}
