import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

import { listen } from '../../dev/ports.ts';

/**
 * Undefined to accept, or a reply code, such as `550 5.7.1`. For recipients and messages, `cut`
 * drops the connection; for messages, `lost` does so after keeping the message.
 */
type Reply = number | string | undefined;

type Refusal = Promise<Reply> | Reply;

export type SmtpDouble = Awaited<ReturnType<typeof startSmtpDouble>>;

/** @param keepMails false to keep only the counts of emails, for tests that send many. */
export async function startSmtpDouble(keepMails = true) {
  let server = createServer();
  const port = await listen(server.server);
  const double = {
    url: `smtp://127.0.0.1:${port}`,
    /** The accepted messages, with the sender and the recipients of the envelope. */
    accepted: [] as { from: string; to: string[]; raw: string; mail: Email }[],
    /** The number of times that each Message-ID was accepted. */
    counts: new Map<string, number>(),
    connections: 0,
    /** Every recipient that a client named. */
    asked: [] as string[],
    answers: {
      login: (): Refusal => undefined,
      sender: (): Refusal => undefined,
      recipient: (_address: string): Refusal => undefined,
      message: (_id: string): Refusal => undefined,
    },
    start: async () => {
      server = createServer();
      await listen(server.server, port);
    },
    stop: () =>
      new Promise<void>((closed) => {
        server.close(closed);
      }),
  };

  async function keep(
    id: string,
    content: Buffer,
    { mailFrom, rcptTo }: SMTPServerEnvelope,
  ): Promise<void> {
    double.counts.set(id, (double.counts.get(id) ?? 0) + 1);
    if (!keepMails) return;
    const raw = content.toString('latin1');
    const [from, to] = [mailFrom ? mailFrom.address : '', rcptTo.map(({ address }) => address)];
    double.accepted.push({ from, to, raw, mail: await PostalMime.parse(content) });
  }

  function createServer(): SMTPServer {
    const created = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      logger: false,
      // Drops connections immediately, like a crashed mail server.
      closeTimeout: 1,
      onConnect(_session, done) {
        double.connections += 1;
        done();
      },
      onAuth({ username: user = '' }, _session, done) {
        answer(double.answers.login(), user).then(() => done(null, { user }), done);
      },
      onMailFrom({ address }, _session, done) {
        answer(double.answers.sender(), address).then(() => done(), done);
      },
      onRcptTo({ address }, session, done) {
        double.asked.push(address);
        answer(double.answers.recipient(address), address).then(() => done(), cutOr(done, session));
      },
      onData(stream, session, done) {
        buffer(stream)
          .then(async (content) => {
            const id = /^message-id:\s*(<[^>]+>)/im.exec(content.toString('latin1'))?.[1] ?? '';
            const reply = await double.answers.message(id);
            if (reply !== 'lost') await answer(reply, 'message');
            await keep(id, content, session.envelope);
            if (reply === 'lost') throw new Cut();
          })
          .then(() => done(), cutOr(done, session));
      },
    });
    created.on('error', () => undefined);
    return created;

    function cutOr(done: (error: Error) => void, { id }: { id: string }) {
      return (error: Error): void => {
        const connection = [...(created.connections as Set<Connection>)].find(
          (candidate) => candidate.session.id === id,
        );
        if (error instanceof Cut) connection?._socket.destroy();
        else done(error);
      };
    }
  }

  return double;
}

/** Members that smtp-server's types lack. */
interface Connection {
  session: { id: string };
  _socket: { destroy: () => void };
}

/** Signals that the connection has to be dropped. */
class Cut extends Error {}

async function answer(refusal: Refusal, about: string): Promise<void> {
  const reply = await refusal;
  if (reply === undefined) return;
  if (reply === 'cut') throw new Cut();
  const [code, ...words] = String(reply).split(' ');
  const message = [...words, `refused: ${about}`].join(' ');
  throw Object.assign(new Error(message), { responseCode: Number(code) });
}

export function settingsFor({ url }: Pick<SmtpDouble, 'url'>) {
  return {
    SMTP_URL: url,
    MAIL_FROM: 'office@example.co.za',
    MAIL_STAFF: 'desk@example.co.za',
    ACKNOWLEDGEMENTS_PER_HOUR: '1000000000',
    STAFF_EMAILS_PER_HOUR: '1000000000',
    MARKED_EMAILS_PER_HOUR: '1000000000',
    // Tests must not depend on the time of day.
    DIGEST_AT: 'never',
  };
}
