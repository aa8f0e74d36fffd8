import { contactFieldNames } from '../../contract/contact-fields.ts';
import type { ContactForm } from '../../contract/contact-form.ts';
import { notificationJob } from '../../contract/jobs.ts';
import { notificationKinds, type NotificationKind } from '../../contract/notifications.ts';
import { reopenNotification } from '../../storage/notifications.ts';
import {
  compactSubmissions,
  correctSubmission as storeCorrection,
  releaseSubmission as storeRelease,
} from '../../storage/submissions.ts';
import { auditChange } from './audit.ts';
import { TaskError, type DatabaseContext, type TaskContext } from './context.ts';
import { findNamedSubmission, type SubmissionName } from './open-submission.ts';
import { removeJob } from './remove-job.ts';

/**
 * Changes what a submission says, at the request of the person whom it is about, and has MongoDB
 * rewrite its file. The correction is what the form's schema made of it.
 *
 * @throws TaskError when there is no such submission.
 */
export async function correctSubmission(
  context: DatabaseContext,
  name: SubmissionName,
  correction: Partial<ContactForm>,
): Promise<{ reference: string; changed: string[] }> {
  const database = await context.database();
  const { _id: id, reference } = await findNamedSubmission(context, name);
  const changed = contactFieldNames.filter((field) => correction[field] !== undefined);
  const subject = { ids: [id], conditions: changed };
  await auditChange(context, 'correct-submission', subject, async () => {
    await storeCorrection(database, id, correction);
    await compactSubmissions(database);
  });
  return { reference, changed };
}

/**
 * Takes a submission out of quarantine: it is kept in full, and its mails leave. Returns its
 * reference; a TaskError says that there is none, or that it is not in quarantine.
 */
export async function releaseSubmission(
  context: TaskContext,
  name: SubmissionName,
): Promise<string> {
  const database = await context.database();
  const found = await findNamedSubmission(context, name);
  const { _id: id, reference, status } = found;
  // Reached first: what is released with nobody to send its mails would wait for the sweeper.
  await context.redis();
  return auditChange(context, 'release-submission', { ids: [id] }, async () => {
    if (!(await storeRelease(database, found, context.retentionMonths))) {
      throw new TaskError('conflict', `${reference} is not in quarantine: it is ${status}.`);
    }
    for (const kind of notificationKinds) await enqueueNotification(context, id, kind);
    return reference;
  });
}

/**
 * Sends the notifications of a submission again that have failed, of the given kinds. A TaskError
 * says that there is no such submission, or that nothing has failed.
 */
export async function resendNotifications(
  context: TaskContext,
  name: SubmissionName,
  kinds: readonly NotificationKind[] = notificationKinds,
): Promise<{ reference: string; resent: NotificationKind[] }> {
  const database = await context.database();
  const { _id: id, reference, notifications, status } = await findNamedSubmission(context, name);
  await context.redis();
  const subject = { ids: [id], conditions: [...kinds] };
  return auditChange(context, 'resend-notifications', subject, async (record) => {
    const resent: NotificationKind[] = [];
    for (const kind of kinds) {
      if (!(await reopenNotification(database, { submissionId: id, kind }))) continue;
      await enqueueNotification(context, id, kind);
      resent.push(kind);
      record.counts = { notifications: resent.length };
    }
    if (resent.length > 0) return { reference, resent };
    const states = notificationKinds.map(
      (kind) => `${kind}: ${notifications[kind]?.status ?? 'none'}`,
    );
    const hint = status === 'quarantined' ? ' Release it to send them.' : '';
    throw new TaskError('conflict', `Nothing has failed (${states.join(', ')}).${hint}`);
  });
}

/**
 * Queues a notification in the place of the job that it had: Redis would ignore the id of one that
 * it still has.
 */
export async function enqueueNotification(
  { queues }: TaskContext,
  submissionId: string,
  kind: NotificationKind,
): Promise<void> {
  const { notifications } = await queues();
  const { name, data, opts } = notificationJob(submissionId, kind);
  await removeJob(notifications, opts.jobId);
  await notifications.add(name, data, opts);
}
