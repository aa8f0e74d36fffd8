import { createTransport } from 'nodemailer';

import { smtpAddress, type Mailbox } from '../../platform/mailbox.ts';
import { describeError } from '../../platform/redact.ts';
import type { AlertChannel, AlertMessage } from './alert-state.ts';

/** Where alerts go. */
export interface AlertTargets {
  mail?: { smtpUrl: string; from: Mailbox; to: readonly Mailbox[] };
  webhook?: string;
}

/** Sends a message, or rejects. `note` is added to what it says. */
export type SendAlert = (message: AlertMessage, note: string) => Promise<unknown>;

const timeout = 8_000;

/** The channels that are set, in the order in which they are tried. */
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
  return async (message, note) => {
    const { url, body } = webhookRequest(address, message, { note, company });
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    });
    // Nothing else reads it, and unread it would hold its connection.
    await answer.body?.cancel();
    if (!answer.ok) throw Object.assign(new Error('refused'), { code: String(answer.status) });
  };
}

/**
 * What is posted, and where to. All have `text`, which is what Slack and most others show. Teams
 * wants a card (https://learn.microsoft.com/power-automate/teams), and ntfy the name of its topic,
 * posted to its root (https://docs.ntfy.sh/publish/#publish-as-json).
 */
export function webhookRequest(
  address: string,
  message: AlertMessage,
  { note, company }: { note: string; company: string },
): { url: string; body: Record<string, unknown> } {
  const title = `${company}: ${message.title}`;
  const details = textOf(message, note);
  const text = `${title}\n${details}`;
  const { hostname, origin, pathname } = new URL(address);
  if (/(^|\.)slack\.com$/.test(hostname)) return { url: address, body: { text } };
  if (/(^|\.)(logic\.azure|powerplatform|office)\.com$/.test(hostname)) {
    return { url: address, body: { text, type: 'message', attachments: [card(title, details)] } };
  }
  const fields = { text, title, message: details };
  if (/^ntfy\./.test(hostname)) {
    const priority = message.event === 'began' && message.level === 'critical' ? 5 : 3;
    return { url: origin, body: { ...fields, topic: pathname.slice(1), priority } };
  }
  const { event, level, at } = message;
  return { url: address, body: { ...fields, event, level, at: new Date(at).toISOString() } };
}

function card(title: string, details: string) {
  const block = (text: string, weight: string) => ({ type: 'TextBlock', text, weight, wrap: true });
  return {
    contentType: 'application/vnd.microsoft.card.adaptive',
    content: {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [block(title, 'Bolder'), ...details.split('\n').map((line) => block(line, 'Default'))],
    },
  };
}

function textOf({ text }: AlertMessage, note: string): string {
  return note === '' ? text : `${text}\n${note}`;
}

/** Why a channel has failed, in a word that holds no address and no secret. */
export function failureCodeOf(error: unknown): string {
  const { name, code, responseCode, cause } = describeError(error);
  const inner = (cause as { code?: unknown } | undefined)?.code;
  return [code ?? inner ?? name, responseCode].filter(Boolean).map(String).join(' ');
}
