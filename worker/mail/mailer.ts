import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';

import type { NotificationKind } from '#contract/notifications.ts';
import { markAttachment } from '#design/letter/letter-look.ts';
import type { Logger } from '#server/logger.ts';
import { letter, type Letter } from '#design/letter/letter.ts';
import type { RefusedMailbox, trackChannel } from '#server/mail-state.ts';
import type { Mailbox } from '#server/mail.ts';
import { failureCode } from '#server/reasons.ts';
import type { WorkerConfig } from '../config.ts';
import { createSmtpMailer, isOfRecipient, isRefusal, UnconfirmedError } from './smtp.ts';

export interface MailMessage {
  /** The id of the submission, digest, summary or assignment email. */
  submissionId: string;
  kind: NotificationKind;
  replyId?: string | undefined;
  from: Mailbox;
  /** The envelope sender, if it is not `from`; empty for the null sender. */
  bouncesTo?: string;
  to: Mailbox[];
  replyTo?: Mailbox[];
  inReplyTo?: string;
  references?: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

export interface Mailer {
  /** Resolves to the refused recipients. @throws UnconfirmedError if it may have been accepted. */
  send: (message: MailMessage) => Promise<RefusedMailbox[]>;
  close: () => void;
}

/** Sends by SMTP or to a folder. Reports failures to the checks, unless one address is at fault. */
export function createMailer(
  { smtpUrl, outboxDir, staff }: WorkerConfig['mail'],
  channel: ReturnType<typeof trackChannel>,
  logger: Logger,
): Mailer {
  if (!smtpUrl) {
    logger.warn({ outbox: outboxDir }, 'no SMTP_URL: emails are written to files, not sent');
    return { send: (message) => writeToOutbox(outboxDir, message), close: () => undefined };
  }
  const { send, close } = createSmtpMailer(smtpUrl, logger);
  return {
    async send(message) {
      const isToStaff = message.to === staff;
      try {
        const refused = await send(message);
        channel.accepted();
        if (isToStaff) channel.refusedStaff({ mailboxes: refused, all: false });
        return refused;
      } catch (error) {
        const reason = failureCode(error);
        const mailboxes = staff.map(({ address }) => ({ address, reason }));
        if (isToStaff && isRefusal(error)) channel.refusedStaff({ mailboxes, all: true });
        else if (isToStaff || !(isRefusal(error) || isOfRecipient(error))) {
          channel.failed({ reason, isUnconfirmed: error instanceof UnconfirmedError });
        }
        throw error;
      }
    },
    close,
  };
}

async function writeToOutbox(directory: string, message: MailMessage): Promise<[]> {
  const name = `${localPart(message)}.eml`;
  const temporary = join(directory, `.${name}.${randomUUID()}`);
  await mkdir(directory, { recursive: true });
  await writeFile(temporary, await compose(message), { mode: 0o600, flush: true });
  await rename(temporary, join(directory, name));
  return [];
}

type Content = Pick<MailMessage, 'submissionId' | 'subject' | 'text'> &
  Partial<MailMessage> &
  Pick<Letter, 'parts' | 'below'> & { headline?: string };

/** An email as text and as a letter; by default an automatic one to all staff mailboxes. */
export function composeLetter(
  { headline, parts, below = [], ...content }: Content,
  { mail, company }: Pick<WorkerConfig, 'mail' | 'company'>,
): MailMessage {
  const { subject } = content;
  return {
    kind: 'staff',
    from: mail.from,
    to: mail.staff,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...content,
    html: letter({ title: subject, headline: headline ?? subject, parts, below }, company),
  };
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** The email as it is transferred: headers, text, HTML and the logo. */
export async function compose(message: MailMessage): Promise<Buffer> {
  const { message: content } = await composer.sendMail(mailOptions(message));
  return content as Buffer;
}

/** Retries keep the Message-ID, and are shown once. nodemailer must not read files or URLs. */
export function mailOptions(message: MailMessage): SendMailOptions {
  const { submissionId, kind, replyId, bouncesTo: _envelope, ...mail } = message;
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
function localPart({ submissionId, kind, replyId }: Named): string {
  return `${submissionId}.${kind}${replyId ? `-${replyId.slice(0, 8)}` : ''}`;
}

export function messageId(message: Named, { address }: Mailbox): string {
  return `<${localPart(message)}${address.slice(address.lastIndexOf('@'))}>`;
}
