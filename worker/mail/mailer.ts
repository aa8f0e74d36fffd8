import type { Logger } from '../../platform/logger.ts';
import type { MailConfig } from '../config.ts';
import type { Message } from './message.ts';
import { createOutboxMailer } from './outbox-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export interface Mailer {
  /** Resolves when the message is accepted by the mail server, or written to the outbox. */
  send(message: Message): Promise<void>;
  close(): void;
}

/** The way that mail leaves: by SMTP, or into a folder when there is no mail server. */
export function createMailer(config: MailConfig, logger: Logger): Mailer {
  if (config.smtpUrl) return createSmtpMailer(config.smtpUrl, logger);
  logger.warn({ outbox: config.outboxDir }, 'no SMTP_URL: mail is written to files and not sent');
  return createOutboxMailer(config.outboxDir, logger);
}
