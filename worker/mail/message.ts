import type { SendMailOptions } from 'nodemailer';

import type { Mailbox } from '../../platform/mailbox.ts';
import type { ChannelMessage } from '../channel.ts';
import { markAttachment } from './mark-image.ts';

/** An email about a submission. */
export interface MailMessage extends ChannelMessage {
  from: Mailbox;
  to: Mailbox[];
  replyTo?: Mailbox;
  subject: string;
  text: string;
  /** A letter, which shows the firm's mark. */
  html: string;
  headers: Record<string, string>;
}

/**
 * The message in the form that nodemailer takes. Its id is the same for the same message, so that a
 * mail client shows a repeated one once. It may read no file and fetch no address.
 */
export function mailOptions({ submissionId, kind, ...mail }: MailMessage): SendMailOptions {
  const { address } = mail.from;
  return {
    ...mail,
    messageId: `<${submissionId}.${kind}${address.slice(address.lastIndexOf('@'))}>`,
    attachments: [markAttachment],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
