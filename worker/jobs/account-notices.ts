import { readableTime } from '#contract/time.ts';
import { button, paragraph } from '#design/letter/letter.ts';
import { findNotices, removeNotice, type NoticedUser } from '#storage/notifications.ts';
import type { Notice } from '#storage/users.ts';
import type { WorkerConfig } from '../config.ts';
import { composeLetter, type MailMessage } from '../mail/mailer.ts';
import type { WorkerContext } from '../worker.ts';
import { sendOnce } from './summary.ts';

/** Tells owners about changes of their accounts. MongoDB keeps the notices, so none gets lost. */
export async function sendAccountNotices(context: WorkerContext): Promise<void> {
  for (const user of await findNotices(context.database)) {
    for (const notice of user.notices) {
      const email = noticeMail(user, notice, context.config);
      const isDone = await sendOnce(context, email);
      if (isDone) await removeNotice(context.database, user._id, notice);
    }
  }
}

export function noticeMail(
  { _id, username, name }: Pick<NoticedUser, '_id' | 'username' | 'name'>,
  { to, change, at }: Notice,
  config: Pick<WorkerConfig, 'mail' | 'company' | 'officeUrl'>,
): MailMessage {
  const sentences = [
    `${change} on ${readableTime(at)}. Your username for the enquiries desk is ${username}.`,
    'If this was not you, tell an information officer immediately: they can disable the account, which ends all sessions and removes all passkeys and access tokens.',
  ];
  const accountPage = `${config.officeUrl}/ops/account`;
  const linkText = 'View my account';
  return composeLetter(
    {
      submissionId: `notice-${_id}-${at.getTime()}`,
      to: [{ name: name || username, address: to }],
      subject: change,
      text: `${[...sentences, `${linkText}: ${accountPage}`].join('\n\n')}\n`,
      parts: [...sentences.map((sentence) => paragraph(sentence)), button(accountPage, linkText)],
    },
    config,
  );
}
