import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that can be told to refuse, to close or to hang. */
export interface SmtpDouble {
  url: string;
  /** What it accepted, with the recipients of the envelope. */
  accepted: { from: string; to: string[]; raw: string; mail: Email }[];
  /** How often it was given a recipient. */
  attempts: number;
  /** Called with each recipient; resolves to the code with which to refuse it, or undefined. */
  answerRecipient: (address: string) => Promise<number | undefined> | number | undefined;
  /** Called after each message; resolves to the code with which to refuse it, or undefined. */
  answerMessage: () => Promise<number | undefined> | number | undefined;
  close(): Promise<void>;
}

/** Starts it on any free port of loopback. It accepts everything until told otherwise. */
export async function startSmtpDouble(): Promise<SmtpDouble> {
  const double: SmtpDouble = {
    url: '',
    accepted: [],
    attempts: 0,
    answerRecipient: () => undefined,
    answerMessage: () => undefined,
    close: () => new Promise((closed) => server.close(closed)),
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    async onRcptTo({ address }, _session, done) {
      double.attempts += 1;
      const code = await double.answerRecipient(address);
      done(code === undefined ? null : refusal(code, address));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const code = await double.answerMessage();
        if (code !== undefined) return done(refusal(code, 'message'));
        const raw = Buffer.concat(chunks).toString('latin1');
        const { mailFrom, rcptTo } = session.envelope;
        double.accepted.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          mail: await PostalMime.parse(Buffer.concat(chunks)),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  double.url = `smtp://127.0.0.1:${port}`;
  return double;
}

function refusal(responseCode: number, about: string): Error {
  return Object.assign(new Error(`refused: ${about}`), { responseCode });
}

/** The settings of a worker that sends its mail there, from the office to one address of staff. */
export function settingsFor({ url }: SmtpDouble) {
  return { SMTP_URL: url, MAIL_FROM: 'office@example.co.za', MAIL_STAFF: 'desk@example.co.za' };
}
