import type { Logger } from '../../platform/logger.ts';
import type { MailConfig } from '../config.ts';
import type { Message } from './message.ts';
import type { Settled } from './partly-sent.ts';
import { createOutboxMailer } from './outbox-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export interface Mailer {
  /**
   * Sends a message to all of its recipients but those that are settled, by their position in it.
   * Resolves when the mail server has accepted it, or it is written to the outbox. A recipient that
   * is refused for good while another is accepted is logged, and nothing more.
   *
   * @throws PartlySentError when some have the message, and others are refused for now.
   */
  send(message: Message, settled?: Settled): Promise<void>;
  close(): void;
}

/** The way that mail leaves: by SMTP, or into a folder when there is no mail server. */
export function createMailer(config: MailConfig, logger: Logger): Mailer {
  if (config.smtpUrl) return createSmtpMailer(config.smtpUrl, logger);
  logger.warn({ outbox: config.outboxDir }, 'no SMTP_URL: mail is written to files and not sent');
  return createOutboxMailer(config.outboxDir, logger);
}
