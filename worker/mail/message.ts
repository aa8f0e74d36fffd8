import type { SendMailOptions } from 'nodemailer';

import type { Mailbox } from '../../platform/mailbox.ts';
import type { ChannelMessage } from '../channel.ts';
import { markAttachment } from '../../design/letter/mark-image.ts';

/** An email about a submission. */
export interface MailMessage extends ChannelMessage {
  from: Mailbox;
  /** The envelope sender, if it is not `from`; empty for none. */
  bouncesTo?: string;
  to: Mailbox[];
  replyTo?: Mailbox;
  subject: string;
  text: string;
  /** The HTML, which may embed the logo. */
  html: string;
  headers: Record<string, string>;
}

/**
 * nodemailer's options for a message. The Message-ID is stable, so that mail clients show a retried
 * message once. nodemailer must not read files or fetch URLs.
 */
export function mailOptions(message: MailMessage): SendMailOptions {
  const { submissionId, kind, traceparent, headers, ...mail } = message;
  const { address } = mail.from;
  return {
    ...mail,
    headers: traceparent === undefined ? headers : { ...headers, traceparent },
    messageId: `<${submissionId}.${kind}${address.slice(address.lastIndexOf('@'))}>`,
    attachments: [markAttachment],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
