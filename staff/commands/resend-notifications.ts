import * as z from 'zod';

import { notificationKinds } from '../../contract/jobs.ts';
import { reopenNotification } from '../../storage/notifications.ts';
import { defineCommand } from '../command.ts';
import { enqueueNotification } from '../enqueue-notification.ts';
import { CommandError } from '../errors.ts';
import { findOne, oneSubmissionOptions } from '../find-one.ts';

export const resendNotifications = defineCommand({
  usage: `submissions -- resend REFERENCE|ID [--kind ${notificationKinds.join('|')}]`,
  summary: 'sends mails again that have failed',
  options: z.strictObject({
    ...oneSubmissionOptions,
    kind: z.enum(notificationKinds, `must be ${notificationKinds.join(' or ')}`).optional(),
  }),
  async run(context, { kind: only, ...options }, positionals) {
    const database = await context.database();
    const found = await findOne(database, options, positionals);
    await context.redis();
    const reopened = [];
    for (const kind of only ? [only] : notificationKinds) {
      if (!(await reopenNotification(database, { submissionId: found._id, kind }))) continue;
      await enqueueNotification(context, found._id, kind);
      reopened.push(kind);
    }
    if (reopened.length === 0) {
      const states = notificationKinds.map(
        (kind) => `${kind}: ${found.notifications[kind].status}`,
      );
      const hint = found.status === 'quarantined' ? ' Release it to send them.' : '';
      throw new CommandError(`Nothing has failed (${states.join(', ')}).${hint}`);
    }
    await context.audit({
      action: 'resend-notifications',
      subject: { ids: [found._id], conditions: reopened },
    });
    context.terminal.note(`${found.reference}: queued again: ${reopened.join(' and ')}.`);
  },
});
