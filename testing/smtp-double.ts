import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A reply code, optionally with text, such as `550 5.7.1`; undefined to accept. */
type Reply = number | string | undefined;

type Refusal = Promise<Reply> | Reply;

/** A real SMTP server that a test can make refuse, hang, stop and restart. */
export interface SmtpDouble {
  url: string;
  /** The accepted messages, with the envelope recipients. */
  accepted: { from: string; to: string[]; raw: string; mail: Email }[];
  /** The number of times that each Message-ID was accepted. */
  counts: Map<string, number>;
  /** Every recipient that was requested. */
  asked: string[];
  /** Called at each login, with each sender, with each recipient, and after each message. */
  answers: {
    login: () => Refusal;
    sender: () => Refusal;
    recipient: (address: string) => Refusal;
    message: () => Refusal;
  };
  /** Restarts it on the same port. */
  start: () => Promise<void>;
  /** Drops all connections and refuses new ones. */
  stop: () => Promise<void>;
}

/**
 * Starts a server on a free loopback port. It accepts everything by default.
 *
 * @param keepMails false to keep only counts of many emails.
 */
export async function startSmtpDouble(keepMails = true): Promise<SmtpDouble> {
  let server = createServer();
  let port = await listen(server, 0);
  const double: SmtpDouble = {
    url: `smtp://127.0.0.1:${port}`,
    accepted: [],
    counts: new Map(),
    asked: [],
    answers: {
      login: () => undefined,
      sender: () => undefined,
      recipient: () => undefined,
      message: () => undefined,
    },
    async start() {
      server = createServer();
      port = await listen(server, port);
    },
    stop: () =>
      new Promise((closed) => {
        server.close(closed);
      }),
  };

  async function accept(content: Buffer, from: string, to: string[]): Promise<void> {
    const raw = content.toString('latin1');
    const id = /^message-id:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? '';
    double.counts.set(id, (double.counts.get(id) ?? 0) + 1);
    if (keepMails) double.accepted.push({ from, to, raw, mail: await PostalMime.parse(content) });
  }

  function createServer(): SMTPServer {
    const created = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      logger: false,
      // Drops connections immediately, like a crashed mail server.
      closeTimeout: 1,
      onAuth({ username = '' }, _session, done) {
        answer(double.answers.login(), username, (error) => {
          done(error ?? null, { user: username });
        });
      },
      onMailFrom({ address }, _session, done) {
        answer(double.answers.sender(), address, done);
      },
      onRcptTo({ address }, _session, done) {
        double.asked.push(address);
        answer(double.answers.recipient(address), address, done);
      },
      onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          answer(double.answers.message(), 'message', done, () =>
            accept(
              Buffer.concat(chunks),
              mailFrom ? mailFrom.address : '',
              rcptTo.map(({ address }) => address),
            ),
          );
        });
      },
    });
    created.on('error', () => undefined);
    return created;
  }

  return double;
}

/** Accepts once the given work is done, or refuses. */
function answer(
  refusal: Refusal,
  about: string,
  done: (error?: Error | null) => void,
  onAccept?: () => Promise<void>,
): void {
  Promise.resolve(refusal)
    .then(async (reply) => {
      if (reply === undefined) return onAccept?.();
      const [code, ...words] = String(reply).split(' ');
      const message = [...words, `refused: ${about}`].join(' ');
      throw Object.assign(new Error(message), { responseCode: Number(code) });
    })
    .then(() => {
      done();
    }, done);
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}

/** Settings for a worker that sends through this server, from the office to one staff address. */
export function settingsFor({ url }: Pick<SmtpDouble, 'url'>) {
  return {
    SMTP_URL: url,
    MAIL_FROM: 'office@example.co.za',
    MAIL_STAFF: 'desk@example.co.za',
    // Tests must not depend on the time of day.
    DIGEST_AT: 'never',
  };
}
