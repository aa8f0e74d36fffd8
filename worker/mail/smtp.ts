import { createTransport, type SendMailOptions } from 'nodemailer';

import type { Logger } from '#server/logger.ts';
import { smtpAddress } from '#server/mail.ts';
import { failureCode } from '#server/reasons.ts';
import { compose, type Mailer } from './mailer.ts';

/** How many emails can be sent at the same time. */
export const smtpConnections = 3;

/** Milliseconds: RFC 5321 (4.5.3.2.6) lets a server take ten minutes to answer after DATA. */
const silentFor = 600_000;

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
    socketTimeout: silentFor,
  });
  // An idle connection's error, which the next send survives.
  transport.on('error', (error) => logger.debug({ err: error }, 'smtp connection failed'));
  transport.use('stream', ({ data, message }, done) => {
    const { onHandedOver } = data as SendMailOptions & { onHandedOver: () => void };
    message.processFunc((content) => content.once('end', onHandedOver));
    done();
  });

  return {
    async send(message) {
      const handover = { isDone: false };
      const onHandedOver = () => void (handover.isDone = true);
      const from = message.bouncesTo ?? message.from.address;
      const envelope = { from, to: message.to.map(({ address }) => address) };
      try {
        // Composing it first avoids one write to the socket for each chunk.
        const raw = await compose(message);
        const options = { raw, envelope, onHandedOver };
        const { rejectedErrors = [] } = await transport.sendMail(options);
        return (rejectedErrors as SmtpError[]).map((error) => ({
          address: error.recipient ?? '',
          reason: failureCode(error),
        }));
      } catch (cause) {
        const hasReply = Boolean((cause as SmtpError).responseCode);
        if (hasReply || !handover.isDone) throw cause;
        throw new UnconfirmedError('No reply arrived.', { cause });
      }
    },
    close: () => transport.close(),
  };
}

/** nodemailer's error for a refusing reply. */
interface SmtpError {
  responseCode?: number;
  response?: string;
  command?: string;
  /** Set if the error is about one recipient. */
  recipient?: string;
  /** One error per recipient, if all were refused. */
  rejectedErrors?: SmtpError[];
}

/** The whole message was sent, but no reply arrived: the server may have accepted it. */
export class UnconfirmedError extends Error {
  override name = 'UnconfirmedError';
}

/**
 * Whether a mail server refused an email for good because of its recipient or content: 5xx in reply
 * to RCPT or DATA. Enhanced codes 5.3.x, 5.5.x and 5.7.x are about the server, our commands or our
 * login, and mean nothing for the recipient; neither does 552, a full mailbox.
 */
export function isRefusal(error: unknown): boolean {
  const { responseCode = 0, response = '', command, rejectedErrors } = (error ?? {}) as SmtpError;
  if (rejectedErrors && rejectedErrors.length > 0) return rejectedErrors.every(isRefusal);
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  const [, status = ''] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response) ?? [];
  if (/^(?:4|5\.[357]|5\.2\.2|5\.1\.[78])/.test(status)) return false;
  // Without an enhanced code, 550 to DATA is a policy (RFC 5321, section 4.3.2).
  const final = command === 'DATA' ? [554] : [501, 550, 551, 553, 554, 556];
  return responseCode >= 500 && (status !== '' || final.includes(responseCode));
}

/** Whether the server refused recipients, rather than the login, the sender or the message. */
export function isOfRecipient(error: unknown): boolean {
  return (error as SmtpError | undefined)?.command === 'RCPT TO';
}
