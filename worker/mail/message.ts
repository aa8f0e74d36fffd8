import type { SendMailOptions } from 'nodemailer';

import type { Mailbox } from '../../platform/mailbox.ts';
import type { ChannelMessage } from '../channel.ts';
import { markAttachment } from '../../design/letter/mark-image.ts';

/** An email, usually about a submission. */
export interface MailMessage extends ChannelMessage {
  from: Mailbox;
  /** The envelope sender, if it is not `from`; empty for the null sender. */
  bouncesTo?: string;
  to: Mailbox[];
  replyTo?: Mailbox[];
  inReplyTo?: string;
  references?: string[];
  subject: string;
  text: string;
  /** The HTML, which can embed the logo. */
  html: string;
  headers: Record<string, string>;
}

/**
 * nodemailer's options for a message. The Message-ID is stable, so that mail clients show a retried
 * message once. nodemailer must not read files or fetch URLs.
 */
export function mailOptions(message: MailMessage): SendMailOptions {
  const { submissionId, kind, replyId, ...mail } = message;
  return {
    ...mail,
    messageId: messageId({ submissionId, kind, replyId }, mail.from),
    attachments: [markAttachment],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

type Named = Pick<MailMessage, 'submissionId' | 'kind' | 'replyId'>;

/** The local part of the Message-ID, and the name of the .eml file without its extension. */
export function localPart({ submissionId, kind, replyId }: Named): string {
  return `${submissionId}.${kind}${replyId ? `-${replyId.slice(0, 8)}` : ''}`;
}

/** The Message-ID of an email, with the domain of its sender. */
export function messageId(message: Named, { address }: Mailbox): string {
  return `<${localPart(message)}${address.slice(address.lastIndexOf('@'))}>`;
}
