// A stand-in for Mailpit: receives emails, and has the same API for listing and deleting them.
import { createServer } from 'node:http';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const messages: object[] = [];

const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      keep(Buffer.concat(chunks)).then(() => done(), done);
    });
  },
});
smtp.listen(1025);

async function keep(content: Buffer): Promise<void> {
  const mail = await PostalMime.parse(content);
  messages.unshift({
    ID: String(messages.length),
    MessageID: mail.messageId?.replace(/^<|>$/g, ''),
    From: addressed(mail.from),
    To: (mail.to ?? []).map(addressed),
    Subject: mail.subject,
    Snippet: mail.text?.replace(/\s+/g, ' ').slice(0, 250),
  });
}

function addressed(address: Address | undefined) {
  return { Name: address?.name, Address: address?.address };
}

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://mailpit');
  if (url.pathname !== '/api/v1/messages') return void response.writeHead(404).end();
  if (request.method === 'DELETE') messages.length = 0;
  const [start, limit] = ['start', 'limit'].map((name) => url.searchParams.get(name));
  const from = Number(start ?? 0);
  const shown = messages.slice(from, from + Number(limit ?? 50));
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ total: messages.length, start: from, messages: shown }));
}).listen(8025);
