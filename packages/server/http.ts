import { once } from 'node:events';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { textHeaders } from '#contract/security-headers.ts';

interface ProblemOptions {
  headers?: Record<string, string> | undefined;
  /** What to log as the reason: a word or two without personal data. */
  reason?: string | undefined;
  /** Extension members of the JSON answer (RFC 9457). */
  members?: Record<string, unknown>;
  text?: string;
}

/** An error answer. Its message is a sentence for the client. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly options: ProblemOptions;

  constructor(status: number, sentence: string, options: ProblemOptions = {}) {
    super(sentence);
    this.status = status;
    this.options = options;
  }
}

/** A temporary problem. The sentence and the `Retry-After` header say when to try again. */
export function tryAgainLater(
  status: 429 | 503,
  sentence: string,
  seconds: number,
  reason?: string,
): Problem {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  const wait = `${count} ${unit}${count === 1 ? '' : 's'}`;
  const headers = { 'Retry-After': String(seconds) };
  return new Problem(status, `${sentence} Please try again in ${wait}.`, { headers, reason });
}

const plainText = 'text/plain; charset=utf-8';

export function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { 'Content-Type': plainText, 'Content-Length': length, ...headers });
  response.end(body);
}

/** Sends problem details (RFC 9457) if the client asks for JSON, otherwise the sentence as text. */
export function answerProblem(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, options: { headers, members, text = message } }: Problem,
): void {
  const title = STATUS_CODES[status];
  const details = { type: 'about:blank', title, status, detail: message, ...members };
  const [body, type] = wantsJson(request)
    ? [JSON.stringify(details), 'application/problem+json']
    : [text, plainText];
  answer(response, status, body, { 'Content-Type': type, Vary: 'Origin, Accept', ...headers });
}

/** Whether the client asks for JSON before text. A wildcard does not count. */
export function wantsJson({ headers: { accept = '' } }: IncomingMessage): boolean {
  const [preferred = ''] = /\b(?:application\/(?:problem\+)?json|text\/\w+)\b/i.exec(accept) ?? [];
  return /json$/i.test(preferred);
}

/** Node.js's own timeouts in milliseconds, and its limit for headers in bytes. */
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Without it, Node.js would check the timeouts only every 30 seconds.
  connectionsCheckingInterval: 1_000,
  // Longer than a reverse proxy's own, so that the proxy never reuses a closed connection.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 8_192,
} satisfies ServerOptions;
const maxConnections = 6_000;
/** Milliseconds after which a closing server closes connections that still have requests. */
const drainTimeout = 7_000;

export interface RunningServer {
  port: number;
  stop: () => Promise<void>;
}

/** Malformed and slow requests get a sentence. @throws the system's error if the port is taken. */
export async function startHttpServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  const server = createServer(serverOptions, handle);
  server.maxConnections = maxConnections;
  server.on('clientError', answerMalformed);
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => drain(server) };
}

/** Closes a server when its requests are answered; connections become idle one by one. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const force = setTimeout(() => server.closeAllConnections(), drainTimeout);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}

const refusals: Record<string, [status: number, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, sentence] = refusals[error.code ?? ''] ?? [400, 'The request is malformed.'];
  const length = String(sentence.length);
  const headers = { 'Content-Type': plainText, 'Content-Length': length, Connection: 'close' };
  const lines = Object.entries({ ...textHeaders, ...headers }).map((pair) => pair.join(': '));
  const text = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', sentence];
  socket.end(text.join('\r\n'), () => socket.destroy());
}
