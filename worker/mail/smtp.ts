import { Transform, type Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';

import type { Logger } from '../../packages/server/logger.ts';
import { smtpAddress } from '../../platform/mailbox.ts';
import { failureCode } from '../../platform/reason.ts';
import { mailOptions, type MailMessage } from './message.ts';
import { isRefusal, UnconfirmedError, type SmtpError } from './smtp-replies.ts';
import type { Delivery, Mailer } from './mailer.ts';

/** How many emails can be sent at the same time. */
export const smtpConnections = 3;

/** Milliseconds: RFC 5321 (4.5.3.2.6) lets a server take ten minutes to answer after DATA. */
const timeouts = { handOver: 60_000, answer: 600_000 };
const chunkSize = 16_384;

interface Handover {
  isDone: boolean;
  restartTimer: () => void;
}

/** Sends email by SMTP over a pool of connections. BullMQ repeats failed attempts. */
export function createSmtpMailer(url: string, logger: Logger): Mailer {
  const transport = createTransport({
    ...smtpAddress(url),
    pool: true,
    maxConnections: smtpConnections,
    // Hidden retries could cause copies.
    maxRequeues: 0,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    dnsTimeout: 5_000,
    socketTimeout: timeouts.handOver + timeouts.answer,
  });
  // An idle connection's error, which the next send survives.
  transport.on('error', (error) => logger.debug({ err: error }, 'smtp connection failed'));
  transport.use('stream', ({ data, message }, done) => {
    const { handover } = data as SendMailOptions & { handover: Handover };
    message.processFunc((content) =>
      gatherChunks(content).once('end', () => {
        handover.isDone = true;
        handover.restartTimer();
      }),
    );
    done();
  });

  return {
    async send(message) {
      const abort = new AbortController();
      let timer = setTimeout(() => abort.abort(), timeouts.handOver + timeouts.answer);
      const handover: Handover = {
        isDone: false,
        restartTimer() {
          clearTimeout(timer);
          timer = setTimeout(() => abort.abort(), timeouts.answer);
        },
      };
      const from = message.bouncesTo ?? message.from.address;
      const envelope = { from, to: message.to.map(({ address }) => address) };
      const options = { ...mailOptions(message), envelope, handover, signal: abort.signal };
      try {
        const { rejectedErrors = [] } = await transport.sendMail(options);
        return describeRejected(message, rejectedErrors as SmtpError[]);
      } catch (cause) {
        const hasReply = Boolean((cause as SmtpError).responseCode);
        if (hasReply || !handover.isDone) throw cause;
        throw new UnconfirmedError('No reply arrived.', { cause });
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

/** One accepted recipient resolves a send; the others were refused for good or for now. */
function describeRejected({ to }: Pick<MailMessage, 'to'>, errors: readonly SmtpError[]): Delivery {
  const addressOf = ({ recipient = '' }: SmtpError) => recipient.toLowerCase();
  const temporary = new Set(errors.filter((error) => !isRefusal(error)).map(addressOf));
  return {
    refused: errors.filter(isRefusal).map((error) => ({
      address: error.recipient ?? '',
      reason: failureCode(error),
    })),
    left: to.filter(({ address }) => temporary.has(address.toLowerCase())),
  };
}

/** Gathers small chunks, because each one is written to the socket by itself. */
function gatherChunks(content: Readable): Readable {
  let chunks: Buffer[] = [];
  let size = 0;
  function takeAll(): Buffer {
    const all = Buffer.concat(chunks);
    [chunks, size] = [[], 0];
    return all;
  }
  const gathered = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      size += chunk.length;
      done(null, size < chunkSize ? undefined : takeAll());
    },
    flush: (done) => done(null, takeAll()),
  });
  content.once('error', (error) => gathered.destroy(error));
  return content.pipe(gathered);
}
