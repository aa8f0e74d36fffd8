import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that counts what it takes, by Message-ID, and can be stopped and started. */
export interface MailSink {
  url: string;
  counts: Map<string, number>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the sink on any free port of loopback, starts it, and tells of each mail by its id. */
export async function startMailSink(onMail?: (id: string) => void): Promise<MailSink> {
  const counts = new Map<string, number>();
  const take = (id: string): void => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    onMail?.(id);
  };
  let server = createServer(take);
  let port = await listen(server, 0);
  return {
    url: `smtp://127.0.0.1:${port}`,
    counts,
    async start() {
      server = createServer(take);
      port = await listen(server, port);
    },
    stop() {
      return new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function createServer(take: (id: string) => void): SMTPServer {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    // Connections are cut at once, as by a mail server that dies.
    closeTimeout: 1,
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
      stream.on('end', () => {
        take(/^message-id:\s*(<[^>]+>)/im.exec(text)?.[1] ?? '');
        done();
      });
    },
  });
  server.on('error', () => undefined);
  return server;
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}
