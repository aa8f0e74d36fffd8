import { postToChat } from '../../platform/chat-webhook.ts';
import type { Mailbox } from '../../platform/mailbox.ts';
import { sendMail, type MailServer } from '../server/mail.ts';
import type { AlertChannel, AlertMessage } from './alert-state.ts';

/** The recipients of alerts: mailboxes, a webhook, or both. */
export interface AlertTargets {
  mail?: MailServer & { to: readonly Mailbox[] };
  webhook?: string;
}

/** Sends a message with `note` appended. Rejects if the message cannot be sent. */
export type SendAlert = (message: AlertMessage, note: string) => Promise<unknown>;

/** The configured channels, each with the function that sends an alert. */
export function alertChannels(
  { mail, webhook }: AlertTargets,
  company: string,
): Partial<Record<AlertChannel, SendAlert>> {
  return {
    ...(mail ? { mail: mailSender(mail, company) } : {}),
    ...(webhook ? { webhook: webhookSender(webhook, company) } : {}),
  };
}

function mailSender(mail: NonNullable<AlertTargets['mail']>, company: string): SendAlert {
  return (message, note) =>
    sendMail(mail, {
      to: mail.to,
      subject: `${company}: ${message.title}`,
      text: `${textOf(message, note)}\n`,
    });
}

function webhookSender(address: string, company: string): SendAlert {
  return (message, note) => {
    const { event, level, at } = message;
    return postToChat(address, {
      title: `${company}: ${message.title}`,
      text: textOf(message, note),
      isUrgent: event === 'began' && level === 'critical',
      data: { event, level, at: new Date(at).toISOString() },
    });
  };
}

function textOf({ text }: AlertMessage, note: string): string {
  return note === '' ? text : `${text}\n${note}`;
}
