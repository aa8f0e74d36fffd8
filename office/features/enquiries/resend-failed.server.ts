import { notificationKinds, type NotificationKind } from '../../../contract/notifications.ts';
import {
  findFailedNotifications,
  reopenNotification,
  type FailedNotification,
} from '../../../storage/notifications.ts';
import { auditChange } from '../../server/audit.ts';
import { enqueueNotification } from './change-submission.server.ts';
import type { DatabaseContext, TaskContext } from '../../server/task.ts';

const batchSize = 500;

/** Every notification of the given kinds that has failed; of each kind the oldest failure first. */
export async function listFailedNotifications(
  { database }: DatabaseContext,
  kinds: readonly NotificationKind[] = notificationKinds,
): Promise<FailedNotification[]> {
  const failed = [];
  for await (const each of findFailedNotifications(await database(), kinds)) failed.push(each);
  return failed;
}

/**
 * Sends notifications again that have failed, in the place of their jobs that were given up. One
 * that somebody else has dealt with meanwhile is left alone. Returns how many are on their way.
 */
export async function resendFailedNotifications(
  context: TaskContext,
  failed: readonly FailedNotification[],
): Promise<number> {
  const database = await context.database();
  // Reached first: what is reopened with nobody to send it would wait for the sweeper.
  await context.redis();
  let resent = 0;
  for (let start = 0; start < failed.length; start += batchSize) {
    context.onProgress?.(`${start} of ${failed.length} mails …`);
    const batch = failed.slice(start, start + batchSize);
    const ids = [...new Set(batch.map(({ submissionId }) => submissionId))];
    const kinds = new Set(batch.map(({ kind }) => kind));
    const subject = { ids, conditions: ['failed', ...kinds] };
    resent += await auditChange(context, 'resend-notifications', subject, async (record) => {
      let notifications = 0;
      for (const notification of batch) {
        if (!(await reopenNotification(database, notification))) continue;
        await enqueueNotification(context, notification.submissionId, notification.kind);
        notifications += 1;
        record.counts = { notifications };
      }
      return notifications;
    });
  }
  return resent;
}
