import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from './mailer.ts';
import { mailOptions, type Message } from './message.ts';

/**
 * Writes each message as an .eml file that a mail program opens. A repeated message overwrites
 * its file, and a reader never sees half of one.
 */
export function createOutboxMailer(directory: string, logger: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      const { message: content } = await transport.sendMail(mailOptions(message));
      const name = outboxFileName(message);
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
      const { submissionId, kind } = message;
      logger.info({ submissionId, kind }, 'mail written to the outbox');
    },
    close: () => transport.close(),
  };
}

/** The name of a message's file: the part of its Message-ID before the @. */
export function outboxFileName({ submissionId, kind }: Message): string {
  return `${submissionId}.${kind}.eml`;
}
