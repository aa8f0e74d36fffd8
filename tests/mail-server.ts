import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that keeps what it is given. */
export interface MailServer {
  url: string;
  messages: Email[];
  close(): Promise<void>;
}

/** Starts an SMTP server on any free port of loopback, without TLS or login. */
export function startMailServer(): Promise<MailServer> {
  const messages: Email[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((message) => {
          messages.push(message);
          done();
        }, done);
      });
    },
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.server.address() as AddressInfo;
      resolve({
        url: `smtp://127.0.0.1:${port}`,
        messages,
        close: () =>
          new Promise((closed) => {
            server.close(closed);
          }),
      });
    });
  });
}
