import { createTransport } from 'nodemailer';

import type { Company } from '#contract/company.ts';
import { markAttachment } from '#design/letter/letter-look.ts';
import type { Logger } from '#server/logger.ts';
import { smtpAddress, type Mailbox } from '#server/mail.ts';
import { confirmingSender } from './unconfirmed-mail.ts';

/** A mail server, and the sender of the emails that the enquiries desk sends without the queue. */
export interface MailServer {
  smtpUrl: string;
  from: Mailbox;
}

/** The dependencies for emails to staff. */
export interface LetterSettings {
  company: Company;
  officeUrl: string;
  /** The mail server. Without one, nothing is sent. */
  mailServer: MailServer | undefined;
  logger?: Logger;
}

/** An email to staff or operators. */
export interface OfficeMail {
  to: readonly Mailbox[];
  subject: string;
  text: string;
  html?: string;
}

/** Milliseconds for each step. */
const timeout = 8_000;

/**
 * Sends an email directly and not through the queue, because operators can read queued jobs.
 *
 * @throws if the mail server does not accept the email; UnconfirmedError if it is unknown whether
 * the mail server has accepted it.
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
  try {
    await confirmingSender(transport)({
      ...mail,
      from,
      to: [...to],
      attachments: mail.html ? [markAttachment] : [],
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } finally {
    transport.close();
  }
}
