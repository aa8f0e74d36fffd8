import { createTransport } from 'nodemailer';

import { postToChat } from '../../platform/chat-webhook.ts';
import { smtpAddress, type Mailbox } from '../../platform/mailbox.ts';
import type { AlertChannel, AlertMessage } from './alert-state.ts';

/** Where alerts go. */
export interface AlertTargets {
  mail?: { smtpUrl: string; from: Mailbox; to: readonly Mailbox[] };
  webhook?: string;
}

/** Sends a message with `note` appended, or rejects. */
export type SendAlert = (message: AlertMessage, note: string) => Promise<unknown>;

const timeout = 8_000;

/** The configured channels, in the order in which they are tried. */
export function alertChannels(
  { mail, webhook }: AlertTargets,
  company: string,
): Partial<Record<AlertChannel, SendAlert>> {
  return {
    ...(mail ? { mail: mailSender(mail, company) } : {}),
    ...(webhook ? { webhook: webhookSender(webhook, company) } : {}),
  };
}

function mailSender(
  { smtpUrl, from, to }: NonNullable<AlertTargets['mail']>,
  company: string,
): SendAlert {
  return async (message, note) => {
    const transport = createTransport({
      ...smtpAddress(smtpUrl),
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
    });
    try {
      await transport.sendMail({
        from,
        to: [...to],
        subject: `${company}: ${message.title}`,
        text: `${textOf(message, note)}\n`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } finally {
      transport.close();
    }
  };
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
