import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

import type { Logger } from '../../packages/server/logger.ts';
import type { RefusedMailbox } from '../../platform/channel-state.ts';
import type { Mailbox } from '../../platform/mailbox.ts';
import type { WorkerConfig } from '../config.ts';
import { localPart, mailOptions, type MailMessage } from './message.ts';
import { createSmtpMailer } from './smtp.ts';

/** What became of an email that at least one recipient accepted. */
export interface Delivery {
  /** The recipients that were refused for good. */
  refused: RefusedMailbox[];
  /** The recipients that were refused for now, to whom it has to be sent again. */
  left: Mailbox[];
}

export interface Mailer {
  /**
   * Sends an email.
   *
   * @throws UnconfirmedError if the server may have accepted it, otherwise the server's refusal.
   */
  send: (message: MailMessage) => Promise<Delivery>;
  close: () => void;
}

/** Sends email by SMTP or, if no mail server is configured, writes it to a folder. */
export function createMailer({ smtpUrl, outboxDir }: WorkerConfig['mail'], logger: Logger): Mailer {
  if (smtpUrl) return createSmtpMailer(smtpUrl, logger);
  logger.warn({ outbox: outboxDir }, 'no SMTP_URL: emails are written to files, not sent');
  return createOutbox(outboxDir);
}

/** Writes each email as an .eml file. A repeated email replaces its file. */
function createOutbox(directory: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
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
      return { refused: [], left: [] };
    },
    close: () => transport.close(),
  };
}
