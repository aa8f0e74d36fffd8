import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { textHeaders } from '../../contract/security-headers.ts';

const headers = { ...textHeaders, 'Content-Type': 'text/plain; charset=utf-8' };

const answers: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request has too much in its head.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};
const malformed: [string, string] = ['400 Bad Request', 'The request cannot be read.'];

/** Answers, in plain words, what is not HTTP or did not arrive in time, and hangs up. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, sentence] = answers[error.code ?? ''] ?? malformed;
  const lines = Object.entries({
    ...headers,
    'Content-Length': sentence.length,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const answer = [`HTTP/1.1 ${status}`, ...lines, '', sentence].join('\r\n');
  socket.end(answer, () => socket.destroy());
}

/** Answers what is HTTP but is not to be looked at any further, and hangs up. */
export function answerUnfit(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { ...headers, Connection: 'close' });
  response.end(sentence);
}
