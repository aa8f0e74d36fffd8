import { contactFieldNames, type ContactFieldName } from '../../../contract/contact-fields.ts';
import type { ContactForm } from '../../../contract/contact-form.ts';
import { notificationJob } from '../../../contract/jobs.ts';
import { notificationKinds, type NotificationKind } from '../../../contract/notifications.ts';
import { reopenNotification } from '../../../storage/notifications.ts';
import {
  eraseQuarantined,
  holdSubmission as storeHold,
  releaseSubmission as storeRelease,
  undoStatus as storeUndo,
} from '../../../storage/quarantine.ts';
import {
  compactSubmissions,
  correctSubmission as storeCorrection,
} from '../../../storage/submissions.ts';
import { handlingOf } from '../../../storage/handling.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { auditChange } from '../../server/audit.ts';
import { TaskError, type DatabaseContext, type TaskContext } from '../../server/task.ts';
import {
  changedMeanwhile,
  type ChangedSubmission,
  type SubmissionVersion,
} from './handle-submission.server.ts';
import { findNamedSubmission, type SubmissionName } from './open-submission.server.ts';
import { removeJob } from '../../server/remove-job.ts';

/**
 * Changes what a submission says, at the request of the person whom it is about, as it was in the
 * given version, and has MongoDB rewrite its file. The correction is what the form's schema made of
 * it. A TaskError says that there is none, or that a colleague was faster.
 */
export async function correctSubmission(
  context: DatabaseContext,
  seen: SubmissionVersion,
  correction: Partial<ContactForm>,
): Promise<{ before: ContactSubmission; changed: ContactFieldName[] }> {
  const database = await context.database();
  const { id } = seen;
  const before = await findNamedSubmission(context, { id });
  const changed = contactFieldNames.filter((field) => correction[field] !== undefined);
  const subject = { ids: [id], conditions: changed };
  await auditChange(context, 'correct-submission', subject, async () => {
    if (!(await storeCorrection(database, seen, correction))) {
      throw await changedMeanwhile(context, id);
    }
    await compactSubmissions(database);
  });
  return { before, changed };
}

/**
 * Takes a submission out of quarantine: it is kept in full, and its mails leave. Returns its
 * state before and after; a TaskError says that there is none, or that it is not in quarantine.
 */
export async function releaseSubmission(
  context: TaskContext,
  name: SubmissionName,
): Promise<ChangedSubmission> {
  const database = await context.database();
  const found = await findNamedSubmission(context, name);
  const { _id: id, reference, status } = found;
  // Reached first: what is released with nobody to send its mails would wait for the sweeper.
  await context.redis();
  const subject = { ids: [id], before: { status }, after: { status: 'released' } };
  return auditChange(context, 'release-submission', subject, async () => {
    const isHeld = status === 'quarantined';
    const after = isHeld && (await storeRelease(database, found, context.retentionMonths));
    if (!after) {
      const message = isHeld
        ? 'has changed just now. Try again.'
        : `is not in quarantine: it is ${status}.`;
      throw new TaskError('conflict', `${reference} ${message}`);
    }
    await enqueuePending(context, after);
    return { before: found, after };
  });
}

/**
 * Puts a submission back as it was before staff last held or released it, as it was in the given
 * version; mails that have left stay sent. A TaskError says that there is none, that there is nothing
 * to put back, or that a colleague was faster.
 */
export async function undoStatus(
  context: TaskContext,
  { id, version }: SubmissionVersion,
): Promise<ChangedSubmission> {
  const database = await context.database();
  const found = await findNamedSubmission(context, { id });
  const { reference, status, undo } = found;
  if (!undo) throw new TaskError('conflict', `Nothing of ${reference} can be put back.`);
  await context.redis();
  const subject = { ids: [id], before: { status }, after: { status: undo.status } };
  return auditChange(context, 'undo-change', subject, async () => {
    const isSeen = handlingOf(found).version === version;
    const after = isSeen && (await storeUndo(database, found));
    if (!after) throw await changedMeanwhile(context, id);
    await enqueuePending(context, after);
    return { before: found, after };
  });
}

/**
 * Puts a submission into quarantine as spam, as it was in the given version. A TaskError says that
 * there is none, that it is there already, or that a colleague was faster.
 */
export async function holdSubmission(
  context: DatabaseContext,
  { id, version }: SubmissionVersion,
): Promise<ChangedSubmission> {
  const database = await context.database();
  const found = await findNamedSubmission(context, { id });
  const { reference, status } = found;
  const subject = { ids: [id], before: { status }, after: { status: 'quarantined' } };
  return auditChange(context, 'hold-submission', subject, async () => {
    if (status === 'quarantined') {
      throw new TaskError('conflict', `${reference} is held as spam already.`, handlingOf(found));
    }
    const isSeen = handlingOf(found).version === version;
    const after = isSeen && (await storeHold(database, found));
    if (!after) throw await changedMeanwhile(context, id);
    return { before: found, after };
  });
}

/** Deletes a submission that is held as spam. A TaskError says that there is none, or it is not. */
export async function deleteSpam(context: DatabaseContext, id: string): Promise<void> {
  const database = await context.database();
  const { reference, status } = await findNamedSubmission(context, { id });
  await auditChange(context, 'delete-spam', { ids: [id], before: { status } }, async () => {
    if ((await eraseQuarantined(database, [id])) === 0) {
      throw new TaskError('conflict', `${reference} is not held as spam.`);
    }
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

async function enqueuePending(
  context: TaskContext,
  { _id: id, notifications }: ContactSubmission,
): Promise<void> {
  for (const kind of notificationKinds) {
    if (notifications[kind]?.status === 'pending') await enqueueNotification(context, id, kind);
  }
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
