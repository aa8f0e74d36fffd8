import { notificationKinds } from '../../../contract/notifications.ts';
import type { AuditRecord } from '../../../storage/audit-trail.ts';
import { handlingOf } from '../../../storage/handling.ts';
import { searchSubmissions } from '../../../storage/search-submissions.ts';
import type { ContactSubmission, Handling } from '../../../storage/submission-model.ts';
import type { Badge, TimelineEvent } from '../../office-views.ts';
import { hasRead, record } from '../../server/run-action.ts';
import type { DatabaseContext } from '../../server/task.ts';
import { badgesOf, rowOf, type SubmissionRow } from './describe-submission.server.ts';
import { historyNames } from '../audit/audit-words.ts';
import { changeOf } from '../audit/read-audit-trail.server.ts';
import { openSubmission, recordCovers, type SubmissionName } from './open-submission.server.ts';

/** An event of a submission; its time is still a date. */
export type HistoryEvent = Omit<TimelineEvent, 'at'> & { at: Date };

const mostOthers = 20;
const mostRecords = 500;

/**
 * A submission with its history and the other enquiries from its address. Opening it is recorded in
 * the audit trail.
 *
 * @throws TaskError like `openSubmission`.
 */
export async function openEnquiry(
  context: DatabaseContext,
  name: SubmissionName,
  { again = false } = {},
): Promise<{
  submission: ContactSubmission;
  handling: Handling;
  badges: Badge[];
  timeline: HistoryEvent[];
  others: SubmissionRow[];
}> {
  const submission = await openSubmission(context, name, { again });
  const { _id: id, email } = submission;
  const database = await context.database();
  const [records, found] = await Promise.all([
    database.audit.read({ id, actions: historyNames, limit: mostRecords }),
    searchSubmissions(database, { email }, { limit: mostOthers + 1 }),
  ]);
  const others = found.filter(({ _id }) => _id !== id).slice(0, mostOthers);
  const ids = others.map(({ _id }) => _id);
  const listed = { actions: ['enquiry.list'], within: recordCovers } as const;
  if (ids.length > 0 && !(again && (await hasRead(context, ids, listed)))) {
    await record(context, 'enquiry.list', { ids, conditions: ['email'] });
  }
  return {
    submission,
    handling: handlingOf(submission),
    badges: badgesOf(submission),
    timeline: timelineOf(submission, records),
    others: others.map(rowOf),
  };
}

/** The history of a submission, from its own data and the audit trail, oldest first. */
function timelineOf(
  submission: ContactSubmission,
  records: readonly AuditRecord[],
): HistoryEvent[] {
  const { createdAt, storedAt, status, screening, notifications } = submission;
  // If staff marked it as spam, the audit trail has the event.
  const isMarked = records.some(({ action }) => action === 'enquiry.spam');
  const events: HistoryEvent[] = [
    { at: createdAt, what: 'received' },
    { at: storedAt, what: 'stored' },
    ...(status !== 'accepted' && !isMarked
      ? [
          {
            at: storedAt,
            what: 'quarantined' as const,
            detail: (screening?.reasons ?? []).join('; '),
          },
        ]
      : []),
    ...notificationKinds.flatMap((kind) => mailEvents(kind, notifications[kind])),
    ...records.map(auditEvent),
  ];
  return events.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** The earlier failures of an email, and its current state. */
function mailEvents(
  kind: (typeof notificationKinds)[number],
  state: ContactSubmission['notifications'][typeof kind],
): HistoryEvent[] {
  if (!state) return [];
  const { status, sentAt, updatedAt, reason, earlier = [] } = state;
  const what = {
    sent: 'mailed',
    failed: 'mail-failed',
    pending: 'mail-pending',
    withheld: 'mail-withheld',
  } as const;
  const last = {
    at: sentAt ?? updatedAt,
    what: what[status],
    kind,
    ...(reason ? { detail: reason } : {}),
    ...(status === 'failed' ? { isSevere: true } : {}),
  };
  const failures = earlier.map(({ at, reason: detail }) => ({
    at,
    what: what.failed,
    kind,
    detail,
    isSevere: true,
  }));
  // Spam is the reason, and already shown.
  return status === 'withheld' && !reason ? failures : [...failures, last];
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
