import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { textHeaders } from '../../contract/security-headers.ts';

const headers = { ...textHeaders, 'Content-Type': 'text/plain; charset=utf-8' };

const answers: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};
const malformed: [string, string] = ['400 Bad Request', 'The request is malformed.'];

/**
 * Answers a request that is not valid HTTP or arrived too slowly, and closes the connection.
 *
 * @param own headers in addition to those of every response.
 */
export function answerMalformed(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  own: Record<string, string>,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, sentence] = answers[error.code ?? ''] ?? malformed;
  const lines = Object.entries({
    ...headers,
    ...own,
    'Content-Length': sentence.length,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const answer = [`HTTP/1.1 ${status}`, ...lines, '', sentence].join('\r\n');
  socket.end(answer, () => socket.destroy());
}

/** Rejects a valid HTTP request before routing. */
export function rejectRequest(
  response: ServerResponse,
  status: number,
  sentence: string,
  own: Record<string, string>,
): void {
  response.writeHead(status, {
    ...headers,
    ...own,
    'Content-Length': sentence.length,
    // A 413 keeps the connection: closing it while the body arrives could discard the response.
    ...(status === 413 ? {} : { Connection: 'close' }),
  });
  response.end(sentence);
}

/**
 * Checks a request before routing. If the request must be rejected, returns the status and the
 * sentence. Splits an absolute URL into the target and the Host header (RFC 9112, 3.2.2).
 */
export function findRequestError(
  request: IncomingMessage,
  maxBodySize: number,
): [status: number, sentence: string] | undefined {
  const { length: hosts } = request.headersDistinct.host ?? [];
  if (hosts > 1) return [400, 'The request has more than one Host header.'];
  if (hosts === 0 && request.httpVersion !== '1.0') {
    return [400, 'The request has no Host header.'];
  }
  if (!normaliseTarget(request)) return [400, 'The URL of the request is not valid.'];
  if (Number(request.headers['content-length'] ?? 0) > maxBodySize) {
    return [413, 'The request is too large.'];
  }
  return undefined;
}

/**
 * Reduces an absolute URL to its path and query, and sets the Host header to its host. Returns
 * false if the URL is not valid.
 */
function normaliseTarget(request: IncomingMessage): boolean {
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
