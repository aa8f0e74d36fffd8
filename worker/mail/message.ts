import type { SendMailOptions } from 'nodemailer';

import type { NotificationKind } from '../../contract/jobs.ts';
import type { Mailbox } from './mailbox.ts';

/** An e-mail about a submission. */
export interface Message {
  submissionId: string;
  kind: NotificationKind;
  from: Mailbox;
  to: Mailbox[];
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** The same for the same message, so that a mail client shows a repeated one once. */
export function messageId({ submissionId, kind, from }: Message): string {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return `<${submissionId}.${kind}@${domain}>`;
}

/** The message in the form that nodemailer takes. It may read no file and fetch no address. */
export function mailOptions(message: Message): SendMailOptions {
  const { from, to, replyTo, subject, text, html, headers } = message;
  return {
    from,
    to,
    ...(replyTo ? { replyTo } : {}),
    subject,
    text,
    html,
    headers,
    messageId: messageId(message),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
