import { createTransport } from 'nodemailer';

import type { Company } from '#contract/company.ts';
import { markAttachment } from '#design/letter/letter-look.ts';
import type { Logger } from '#server/logger.ts';
import { smtpAddress, type Mailbox } from '#server/mail.ts';

export interface MailServer {
  smtpUrl: string;
  from: Mailbox;
}

export interface LetterSettings {
  company: Company;
  officeUrl: string;
  /** The mail server. Without one, nothing is sent. */
  mailServer: MailServer | undefined;
  logger?: Logger;
}

export interface OfficeMail {
  to: readonly Mailbox[];
  subject: string;
  text: string;
  html?: string;
}

/** The whole message was sent, but no reply arrived: the server may or may not have accepted it. */
export class UnconfirmedError extends Error {
  override name = 'UnconfirmedError';
}

/** Milliseconds for each step. */
const timeout = 8_000;

/**
 * Sends an email directly and not through the queue, because operators can read queued jobs.
 * @throws if the mail server refuses the email; UnconfirmedError if it may have accepted it.
 */
export async function sendMail(
  { smtpUrl, from }: MailServer,
  { to, ...mail }: OfficeMail,
): Promise<void> {
  const transport = createTransport({
    ...smtpAddress(smtpUrl),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  });
  const handover = { isDone: false };
  transport.use('stream', ({ message }, done) => {
    message.processFunc((content) => content.once('end', () => (handover.isDone = true)));
    done();
  });
  try {
    await transport.sendMail({
      ...mail,
      from,
      to: [...to],
      attachments: mail.html ? [markAttachment] : [],
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } catch (cause) {
    const hasReply = Boolean((cause as { responseCode?: number }).responseCode);
    if (hasReply || !handover.isDone) throw cause;
    throw new UnconfirmedError('The answer was lost.', { cause });
  } finally {
    transport.close();
  }
}
