import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

import type { ChannelState } from '../../platform/channel-state.ts';
import type { Logger } from '../../platform/logger.ts';
import { createOutage } from '../../platform/outage.ts';
import { failureCode } from '../../platform/reason.ts';
import { PartlySentError, type Channel } from '../channel.ts';
import { localPart, mailOptions, type MailMessage } from './message.ts';
import type { MailConfig } from './settings.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { isOfRecipient } from './smtp-replies.ts';

/**
 * Sends email by SMTP, or writes it to a folder if no mail server is configured. Outages are
 * logged, and recorded for the doctor.
 */
export function createMailer(
  config: MailConfig,
  logger: Logger,
  state?: ChannelState,
): Channel<MailMessage> {
  if (config.smtpUrl) return watch(createSmtpMailer(config.smtpUrl, logger), logger, state);
  logger.warn({ outbox: config.outboxDir }, 'no SMTP_URL: emails are written to files, not sent');
  return watch(createOutboxMailer(config.outboxDir, logger), logger, state);
}

function watch(
  mailer: Channel<MailMessage>,
  logger: Logger,
  state?: ChannelState,
): Channel<MailMessage> {
  const outage = createOutage({
    began: (fields) => logger.error(fields, 'mail server refused our email'),
    continues: (fields) => logger.error(fields, 'mail server still refuses our email'),
    ended: (fields) => logger.info(fields, 'mail server accepts our email again'),
  });
  function accepted(): void {
    outage.over();
    state?.accepted();
  }
  return {
    ...mailer,
    async send(message, settled) {
      try {
        const refused = await mailer.send(message, settled);
        accepted();
        return refused;
      } catch (error) {
        const verdict = mailer.verdictOf(error);
        if (error instanceof PartlySentError) accepted();
        if (verdict !== 'outage' && verdict !== 'unconfirmed') throw error;
        outage.failed(error, { submissionId: message.submissionId, kind: message.kind });
        // Not recorded for the doctor: perhaps our server refuses only the address a visitor typed.
        const isOfVisitor = message.kind !== 'staff' && isOfRecipient(error);
        if (!isOfVisitor && !(error instanceof PartlySentError)) {
          const reason = failureCode(error);
          state?.failed({ reason, isUnconfirmed: verdict === 'unconfirmed' });
        }
        throw error;
      }
    },
  };
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
      const name = `${localPart(message)}.eml`;
      await mkdir(directory, { recursive: true });
      const temporary = join(directory, `.${name}.${randomUUID()}`);
      try {
        const file = await open(temporary, 'wx', 0o600);
        try {
          await file.writeFile(content as Buffer);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, join(directory, name));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      logger.info({ submissionId, kind }, 'email written to the outbox');
      return [];
    },
    verdictOf: () => 'outage',
    refusedBy: () => [],
    close: () => transport.close(),
  };
}
