import type { IncomingMessage, ServerResponse } from 'node:http';
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
  response.writeHead(status, {
    ...headers,
    'Content-Length': sentence.length,
    // To hang up on a body that is on its way can take the answer along: Node.js drops the body.
    ...(status === 413 ? {} : { Connection: 'close' }),
  });
  response.end(sentence);
}

/** A status, and a sentence that says why a request is not to be looked at any further. */
type Unfit = [status: number, sentence: string];

/**
 * What is wrong with a request before anybody looks at what it asks for; undefined if nothing is.
 * A target in absolute form becomes a path, with the host that it names (RFC 9112, 3.2.2).
 */
export function findUnfit(request: IncomingMessage, maxBodySize: number): Unfit | undefined {
  const { length: hosts } = request.headersDistinct.host ?? [];
  if (hosts > 1) return [400, 'The request says more than once which host it is for.'];
  if (hosts === 0 && request.httpVersion !== '1.0') {
    return [400, 'The request does not say which host it is for.'];
  }
  if (!takeTarget(request)) return [400, 'The address of the request cannot be read.'];
  if (Number(request.headers['content-length'] ?? 0) > maxBodySize) {
    return [413, 'What you sent is too large.'];
  }
  return undefined;
}

/** Leaves a path, and perhaps a query, as the request's URL. False if it can be none. */
function takeTarget(request: IncomingMessage): boolean {
  const { url = '' } = request;
  if (!url.startsWith('/')) {
    const target = /^https?:\/\//i.test(url) && URL.canParse(url) && new URL(url);
    if (!target) return false;
    request.url = target.pathname + target.search;
    request.headers.host = target.host;
  }
  try {
    decodeURIComponent(request.url?.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
