import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

import type { Logger } from '../../platform/logger.ts';
import type { Channel } from '../channel.ts';
import { mailOptions, type MailMessage } from './message.ts';
import type { MailConfig } from './settings.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

/** Sends email by SMTP, or writes it to a folder if no mail server is configured. */
export function createMailer(config: MailConfig, logger: Logger): Channel<MailMessage> {
  if (config.smtpUrl) return createSmtpMailer(config.smtpUrl, logger);
  logger.warn({ outbox: config.outboxDir }, 'no SMTP_URL: emails are written to files, not sent');
  return createOutboxMailer(config.outboxDir, logger);
}

/**
 * Writes each message as an .eml file. A retried message overwrites its file. Files are written
 * atomically.
 */
export function createOutboxMailer(directory: string, logger: Logger): Channel<MailMessage> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      const { submissionId, kind } = message;
      const { message: content } = await transport.sendMail(mailOptions(message));
      // The local part of the Message-ID.
      const name = `${submissionId}.${kind}.eml`;
      await mkdir(directory, { recursive: true });
      const temporary = join(directory, `.${name}.${randomUUID()}`);
      try {
        const file = await open(temporary, 'wx', 0o600);
        await file.writeFile(content as Buffer);
        await file.sync();
        await file.close();
        await rename(temporary, join(directory, name));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      logger.info({ submissionId, kind }, 'email written to the outbox');
    },
    verdictOf: () => 'outage',
    close: () => transport.close(),
  };
}
