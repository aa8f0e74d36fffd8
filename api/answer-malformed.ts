import type { Duplex } from 'node:stream';

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
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${sentence.length}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${sentence}`, () => socket.destroy());
}
