import { connect } from 'node:net';

/** Sends bytes over a new socket. When the socket closes, resolves to all that was received. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('close', () => resolve(answer));
    // A server that closes while data is in flight resets the connection.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}

/** One response as received, in latin1: a character is a byte. */
export interface RawAnswer {
  status: number;
  /** By lower-case name; repeated headers are joined with line breaks. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Parses the responses of one connection, except 1xx. `rest` is what follows the last complete
 * response: an incomplete one, invalid HTTP or nothing.
 *
 * @param text latin1
 * @param isHead whether the request at the given position was a HEAD
 * @param closed whether the connection was closed, which ends a response without a length
 */
export function readAnswers(
  text: string,
  isHead: (position: number) => boolean,
  closed: boolean,
): { answers: RawAnswer[]; rest: string } {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const [head = ''] = /^HTTP\/1\.[01] \d{3}[^]*?\r\n\r\n/.exec(rest) ?? [];
    const [, code] = head.split(' ', 2);
    if (head === '' || code === undefined) return { answers, rest };
    const after = rest.slice(head.length);
    const status = Number(code);
    if (status < 200) {
      rest = after;
      continue;
    }
    const headers = readHeaders(head);
    // The response to an unparseable request has a body, even after HEAD.
    const hasNoBody =
      status === 204 ||
      status === 304 ||
      (isHead(answers.length) && (after === '' || after.startsWith('HTTP/1.')));
    const read = hasNoBody ? { body: '', rest: after } : readBody(headers, after, closed);
    if (!read) return { answers, rest };
    answers.push({ status, headers, body: read.body });
    rest = read.rest;
  }
}

function readHeaders(head: string): Record<string, string> {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of head.split('\r\n').slice(1, -2)) {
    const [name = ''] = line.split(':', 1);
    const key = name.toLowerCase();
    const value = line.slice(name.length + 1).trim();
    headers[key] = key in headers ? `${headers[key]}\n${value}` : value;
  }
  return headers;
}

function readBody(headers: Record<string, string>, text: string, closed: boolean) {
  if (headers['transfer-encoding'] === 'chunked') return readChunks(text);
  const length = headers['content-length'];
  if (length === undefined) return closed ? { body: text, rest: '' } : undefined;
  if (text.length < Number(length)) return undefined;
  return { body: text.slice(0, Number(length)), rest: text.slice(Number(length)) };
}

function readChunks(text: string) {
  let body = '';
  let rest = text;
  for (;;) {
    const [line, digits = ''] = /^([0-9a-f]+)\r\n/i.exec(rest) ?? [];
    const size = parseInt(digits, 16);
    const end = (line?.length ?? 0) + size + 2;
    if (line === undefined || rest.length < end) return undefined;
    body += rest.slice(line.length, end - 2);
    rest = rest.slice(end);
    if (size === 0) return { body, rest };
  }
}
