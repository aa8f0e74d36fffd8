import { localTime } from '../../../contract/time.ts';
import { notifications, type NotificationKind } from '../../../contract/notifications.ts';
import type { FailedNotification } from '../../../storage/notifications.ts';
import { listFailedNotifications, resendFailedNotifications } from './emails.server.ts';
import type { CommandContext } from '../../terminal/command.ts';
import { writeRows, type View } from '../../terminal/output.ts';

const view: View<FailedNotification> = {
  names: ['failed mail', 'failed mails'],
  table: [
    { title: 'Reference', whole: true, of: ({ reference }) => reference },
    { title: 'Mail', of: ({ kind }) => notifications[kind].label },
    { title: 'Failed', whole: true, of: ({ failedAt }) => localTime(failedAt) },
    { title: 'Why', of: ({ reason }) => reason },
  ],
};

/** Lists the mails that have failed, and sends them again if told to. */
export async function resendFailed(
  context: CommandContext,
  kinds: readonly NotificationKind[] | undefined,
  yes: boolean,
): Promise<void> {
  const { terminal } = context;
  const failed = await listFailedNotifications(context, kinds);
  if (failed.length === 0) {
    terminal.note('No mail has failed.');
    return;
  }
  const rows = failed.map((each) => ({ _id: each.submissionId, ...each }));
  await writeRows(terminal, view, { rows, total: failed.length }, { bom: false });
  if (yes) {
    const resent = await resendFailedNotifications(context, failed);
    terminal.note(`Queued again: ${resent} mails.`);
  } else {
    terminal.note('Nothing was sent: add --yes to send them again.');
  }
}
