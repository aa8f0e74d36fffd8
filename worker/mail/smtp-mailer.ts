import { pipeline, Transform, type Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';

import type { Logger } from '../../platform/logger.ts';
import { smtpAddress } from '../../platform/mailbox.ts';
import { PartlySentError, recipientKey, unsettled, type Channel } from '../channel.ts';
import { mailOptions, type MailMessage } from './message.ts';
import { mostHopeful, statusOf, verdictOf } from './smtp-replies.ts';

/** How many messages are on their way to the mail server at once. */
export const smtpConnections = 3;

/** Milliseconds that each step of a send may take. */
interface SendLimits {
  /** From the first command about a message to its last byte: it is not sent before that. */
  handOver: number;
  /** From its last byte to the answer. */
  answer: number;
}

/**
 * A server that has all of a message may deliver it, however late its answer is: to give up
 * earlier than RFC 5321 (4.5.3.2.6) allows is to send it twice.
 */
export const sendLimits: SendLimits = { handOver: 60_000, answer: 600_000 };

/** Milliseconds after which a send has ended, whatever the server does. */
export const longestSend = 2 * (sendLimits.handOver + sendLimits.answer);

/** What nodemailer passes on to its plugins. */
interface LimitedOptions extends SendMailOptions {
  limit: ReturnType<typeof startSendLimit>;
}

/**
 * Sends by SMTP over a few connections that are kept. A send ends within the limits, whatever the
 * server does; it may have to wait for one before it to end.
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
    // Repeating is BullMQ's work: a message that is silently sent again here may arrive twice.
    maxRequeues: 0,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    // It does not tell the steps apart, so that it must allow for the longest.
    socketTimeout: longest,
    dnsTimeout: 5_000,
  });
  transport.use('stream', ({ data, message }, done) => {
    const { limit } = data as LimitedOptions;
    // Called when a connection is free for the message; the end of it comes after the server has
    // asked for it.
    message.processFunc((content) => {
      limit.begin(limits.handOver);
      return gatherPieces(content).once('end', () => limit.begin(limits.answer));
    });
    done();
  });
  /** Tells ops that the server is there and takes no mail of ours: no enquiry can do without that. */
  function report(error: unknown, entry: object): void {
    const { responseCode, command } = error as { responseCode?: number; command?: string };
    if (responseCode === undefined || verdictOf(error) !== 'outage') return;
    const status = statusOf(error);
    logger.error({ ...entry, command, responseCode, status }, 'mail server refused our email');
  }
  transport.on('error', (error) => logger.warn({ err: error }, 'smtp connection failed'));
  return {
    async send(message, settled = new Set()) {
      const { submissionId, kind, from, to } = message;
      const left = unsettled(to, settled);
      const limit = startSendLimit(longest);
      const options: LimitedOptions = {
        ...mailOptions(message),
        envelope: { from: from.address, to: left.map(({ address }) => address) },
        limit,
        signal: limit.signal,
      };
      const { rejectedErrors = [] } = await transport
        .sendMail(options)
        .catch((error: unknown) => {
          report(error, { submissionId, kind });
          throw error;
        })
        .finally(() => limit.end());
      const forNow = rejectedErrors.filter((error) => verdictOf(error) !== 'refused');
      const refused = rejectedErrors.length - forNow.length;
      if (refused > 0)
        logger.error({ submissionId, kind, refused }, 'some recipients were refused');
      const [first] = forNow;
      if (!first) return;
      for (const error of forNow) report(error, { submissionId, kind });
      const again = new Set(forNow.map(({ recipient }) => recipient?.toLowerCase()));
      const done = left.filter(({ address }) => !again.has(address.toLowerCase()));
      throw new PartlySentError(
        new Set([...settled, ...done.map(recipientKey)]),
        mostHopeful(forNow),
        first.responseCode,
      );
    },
    verdictOf,
    close: () => transport.close(),
  };
}

/** Bytes of a message that leave at once. */
const pieceSize = 16_384;

/** The same content in few pieces: each is written to the socket by itself. */
export function gatherPieces(content: Readable): Readable {
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
      done(null, size < pieceSize ? undefined : takeAll());
    },
    flush: (done) => done(null, takeAll()),
  });
  // Whichever ends early takes the other along.
  return pipeline(content, gathered, () => undefined);
}

/**
 * Ends a send that takes too long, with as much time for each of its steps as that step may take.
 * The first, which starts now, may take so many milliseconds.
 */
function startSendLimit(milliseconds: number) {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  function begin(within: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp.abort(), within).unref();
  }
  begin(milliseconds);
  return {
    /** Aborted when the time of a step is over. */
    signal: giveUp.signal,
    /** Begins a step of so many milliseconds; the time of the one before no longer counts. */
    begin,
    /** Ends the last step. */
    end: () => clearTimeout(timer),
  };
}
