import { createTransport } from 'nodemailer';

import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from './mailer.ts';
import { mailOptions } from './message.ts';

/** How many messages are on their way to the mail server at once. */
export const smtpConnections = 3;

/** Milliseconds after which a message that a server takes too slowly is tried again later. */
const sendWithin = 30_000;

/**
 * Sends by SMTP over a few connections that are kept. A send fails within half a minute, whatever
 * the server does.
 */
export function createSmtpMailer(url: string, logger: Logger): Mailer {
  const transport = createTransport({
    ...smtpAddress(url),
    pool: true,
    maxConnections: smtpConnections,
    // Repeating is BullMQ's work: a message that is silently sent again here may arrive twice.
    maxRequeues: 0,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    dnsTimeout: 5_000,
  });
  transport.on('error', (error) => logger.warn({ err: error }, 'smtp connection failed'));
  return {
    async send(message) {
      const signal = AbortSignal.timeout(sendWithin);
      const { rejected } = await transport.sendMail({ ...mailOptions(message), signal });
      if (rejected.length === 0) return;
      const { submissionId, kind } = message;
      logger.error(
        { submissionId, kind, refused: rejected.length },
        'some recipients were refused',
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
