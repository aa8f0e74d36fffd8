import { createTransport, type SendMailOptions } from 'nodemailer';

import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from './mailer.ts';
import { mailOptions } from './message.ts';
import { PartlySentError } from './partly-sent.ts';
import { isRefusal } from './refusal.ts';
import { startSendLimit, type SendLimit } from './send-limit.ts';

/** How many messages are on their way to the mail server at once. */
export const smtpConnections = 3;

/** Milliseconds that each step of a send may take. */
export interface SendLimits {
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
  limit: SendLimit;
}

/**
 * Sends by SMTP over a few connections that are kept. A send ends within the limits, whatever the
 * server does; it may have to wait for one before it to end.
 */
export function createSmtpMailer(url: string, logger: Logger, limits = sendLimits): Mailer {
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
      return content.once('end', () => limit.begin(limits.answer));
    });
    done();
  });
  transport.on('error', (error) => logger.warn({ err: error }, 'smtp connection failed'));
  return {
    async send(message, settled = []) {
      const { submissionId, kind, from, to } = message;
      const left = to.filter((_recipient, position) => !settled[position]);
      const limit = startSendLimit(longest);
      const options: LimitedOptions = {
        ...mailOptions(message),
        envelope: { from: from.address, to: left.map(({ address }) => address) },
        limit,
        signal: limit.signal,
      };
      const { rejectedErrors = [] } = await transport.sendMail(options).finally(() => limit.end());
      const forNow = rejectedErrors.filter((error) => !isRefusal(error));
      const refused = rejectedErrors.length - forNow.length;
      if (refused > 0)
        logger.error({ submissionId, kind, refused }, 'some recipients were refused');
      const [first] = forNow;
      if (!first) return;
      const again = new Set(forNow.map(({ recipient }) => recipient?.toLowerCase()));
      throw new PartlySentError(
        to.map(({ address }, position) => {
          return settled[position] === true || !again.has(address.toLowerCase());
        }),
        first.responseCode,
      );
    },
    close: () => transport.close(),
  };
}

function smtpAddress(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: searchParams.get('requireTLS') === 'true',
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}
