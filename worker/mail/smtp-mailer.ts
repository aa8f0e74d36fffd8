import { pipeline, Transform, type Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';

import type { Logger } from '../../platform/logger.ts';
import { smtpAddress } from '../../platform/mailbox.ts';
import { confirmingSender } from '../../platform/unconfirmed-mail.ts';
import { PartlySentError, recipientKey, unsettled, type Channel } from '../channel.ts';
import { mailOptions, type MailMessage } from './message.ts';
import { mostHopeful, refusedMailboxes, verdictOf } from './smtp-replies.ts';

/** How many messages can be sent at the same time. */
export const smtpConnections = 3;

/** Timeouts for the steps of sending a message, in milliseconds. */
interface SendLimits {
  /** From the first command to the last byte of the message. */
  handOver: number;
  /** From the last byte to the server's reply. */
  answer: number;
}

/**
 * A server that has the whole message may deliver it even if its reply is late. A shorter timeout
 * than RFC 5321 (4.5.3.2.6) recommends would cause duplicates.
 */
export const sendLimits: SendLimits = { handOver: 60_000, answer: 600_000 };

/** The longest that a send and its wait for a free connection can take, in milliseconds. */
export const longestSend = 2 * (sendLimits.handOver + sendLimits.answer);

interface LimitedOptions extends SendMailOptions {
  limit: ReturnType<typeof startSendLimit>;
}

/**
 * Sends email by SMTP over a connection pool. The limits of a send start when it has a connection.
 * Until then, it waits for at most the sum of the limits.
 */
export function createSmtpMailer(
  url: string,
  logger: Logger,
  limits = sendLimits,
): Channel<MailMessage> {
  const longest = limits.handOver + limits.answer;
  const transport = createTransport({
    ...smtpAddress(url),
    pool: true,
    maxConnections: smtpConnections,
    // BullMQ retries. Hidden retries here could cause duplicates.
    maxRequeues: 0,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    // nodemailer has a single timeout for all steps. `limit` enforces the timeout of each step.
    socketTimeout: longest,
    dnsTimeout: 5_000,
  });
  // The function runs when a connection is free. The content is read when the server asks for it.
  const sendMail = confirmingSender(transport, (content, { limit }: LimitedOptions) => {
    limit.begin(limits.handOver);
    return mergeChunks(content).once('end', () => limit.begin(limits.answer));
  });
  // Logged only for debugging, because the failed send rejects too.
  transport.on('error', (error) => logger.debug({ err: error }, 'smtp connection failed'));
  return {
    async send(message, settled = new Set()) {
      const { submissionId, kind, from, to, bouncesTo = from.address } = message;
      const remaining = unsettled(to, settled);
      const limit = startSendLimit(longest);
      const { rejectedErrors = [] } = await sendMail({
        ...mailOptions(message),
        envelope: { from: bouncesTo, to: remaining.map(({ address }) => address) },
        limit,
        signal: limit.signal,
      }).finally(() => limit.end());
      const temporary = rejectedErrors.filter((error) => verdictOf(error) !== 'refused');
      const refused = rejectedErrors.length - temporary.length;
      if (refused > 0)
        logger.error({ submissionId, kind, refused }, 'some recipients were refused');
      const [first] = temporary;
      if (!first) return refusedMailboxes(rejectedErrors);
      const again = new Set(temporary.map(({ recipient }) => recipient?.toLowerCase()));
      const done = remaining.filter(({ address }) => !again.has(address.toLowerCase()));
      throw new PartlySentError(
        new Set([...settled, ...done.map(recipientKey)]),
        mostHopeful(temporary),
        first.responseCode,
        refusedMailboxes(rejectedErrors),
      );
    },
    verdictOf,
    refusedBy: (error) =>
      refusedMailboxes((error as { rejectedErrors?: unknown[] }).rejectedErrors ?? []),
    close: () => transport.close(),
  };
}

/** The minimum number of bytes per write, except for the last. */
const chunkSize = 16_384;

/** Merges small chunks, because each one is written to the socket separately. */
export function mergeChunks(content: Readable): Readable {
  let pieces: Buffer[] = [];
  let size = 0;
  function takeAll(): Buffer {
    const all = Buffer.concat(pieces);
    [pieces, size] = [[], 0];
    return all;
  }
  const gathered = new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      size += piece.length;
      done(null, size < chunkSize ? undefined : takeAll());
    },
    flush: (done) => done(null, takeAll()),
  });
  // pipeline destroys both streams if either fails.
  return pipeline(content, gathered, () => undefined);
}

/**
 * Aborts a send if one of its steps takes too long. The first step starts now, with the given
 * timeout in milliseconds.
 */
function startSendLimit(milliseconds: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  function begin(within: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), within).unref();
  }
  begin(milliseconds);
  return {
    signal: controller.signal,
    /** Starts the next step, with its timeout in milliseconds. */
    begin,
    end: () => clearTimeout(timer),
  };
}
