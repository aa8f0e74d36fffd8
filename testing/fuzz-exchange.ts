import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { securityHeaders } from '../contract/security-headers.ts';
import { mark } from './fuzz-bodies.ts';
import { injectedHeader, type FuzzCase } from './fuzz-requests.ts';
import { readAnswers, type RawAnswer } from './raw-http.ts';

/** Milliseconds to wait for an expected response; longer than servers let a connection stall. */
const timeout = 30_000;
/** Milliseconds to wait for further data after the required responses have arrived. */
const quiet = 120;

export interface Exchange {
  answers: RawAnswer[];
  rest: string;
  /** The number of responses to expect, unless one closes the connection. */
  owed: number;
  /**
   * Why it ended. `unread`: the server closed the connection while the test was still sending.
   * `enough`: the expected responses have arrived, and nothing more.
   */
  end: 'server' | 'reset' | 'unread' | 'timeout' | 'enough';
}

/**
 * Sends a case over its own connection and reads the responses.
 *
 * @throws Error if the connection is refused.
 */
export function exchange(url: string, { requests, delivery }: FuzzCase): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const bytes = Buffer.from(requests.map((request) => request.bytes).join(''), 'latin1');
  const incomplete = requests.findIndex(({ complete }) => !complete);
  const owed = delivery === 'stalled' ? 0 : incomplete === -1 ? requests.length : incomplete;
  return new Promise((resolve, reject) => {
    let text = '';
    let silence: NodeJS.Timeout | undefined;
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    const read = (closed: boolean) =>
      readAnswers(text, (position) => requests[position]?.isHead ?? false, closed);
    const finish = (end: Exchange['end']) => {
      clearTimeout(silence);
      clearTimeout(deadline);
      socket.destroy();
      resolve({ ...read(['server', 'reset', 'unread'].includes(end)), owed, end });
    };
    const waitForSilence = () => {
      clearTimeout(silence);
      if (delivery === 'stalled' || read(false).answers.length < owed) return;
      // After a single request, no further response should come, so a short wait is enough.
      silence = setTimeout(() => finish('enough'), owed === 1 && incomplete === -1 ? 10 : quiet);
    };
    const deadline = setTimeout(() => finish('timeout'), timeout);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      waitForSilence();
    });
    socket.on('end', () => finish('server'));
    socket.on('close', () => finish('server'));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') reject(error);
      // Data that arrived before a reset is still read, unless sending fails.
      else finish(error.syscall === 'write' ? 'unread' : 'reset');
    });
    socket.on('connect', () => {
      void deliver(socket, bytes, delivery).then(waitForSilence);
    });
  });
}

async function deliver(
  socket: ReturnType<typeof connect>,
  bytes: Buffer,
  delivery: FuzzCase['delivery'],
): Promise<void> {
  if (delivery === 'whole') socket.write(bytes);
  else if (delivery === 'half-closed') socket.end(bytes);
  else if (delivery === 'stalled') socket.write(bytes.subarray(0, -1));
  else {
    const size = Math.ceil(bytes.length / 4) || 1;
    for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
      socket.write(bytes.subarray(at, at + size));
      await sleep(5);
    }
  }
}

/** How a server under test differs from the others. */
export interface Quirks {
  /** Recognises errors from the web server's HTTP parser, whose responses we cannot configure. */
  beyondUs?: (answer: RawAnswer) => boolean;
  /**
   * Closes the connection without reading the rest of a rejected request, so that the response may
   * be lost.
   */
  resets?: boolean;
}

/** Lists the faults of an exchange, in a few words without the content of the case. */
export function judge(sent: FuzzCase, got: Exchange, quirks: Quirks = {}): string[] {
  const { answers, rest, owed, end } = got;
  // Node.js and both web servers treat a half-closed connection as closed, and need not reply.
  if (sent.delivery === 'half-closed') {
    return answers.some(({ status }) => status === 500) ? ['a fault'] : [];
  }
  const isReset = end === 'unread' || (quirks.resets === true && end === 'reset');
  const statuses = answers.map(({ status }) => status).join(' ');
  const findings = answers.filter((one) => !quirks.beyondUs?.(one)).flatMap(judgeAnswer);
  if (rest !== '' && end !== 'timeout' && !isReset)
    findings.push('a response is not HTTP, or is cut off');
  if (sent.delivery === 'stalled' && end === 'timeout')
    findings.push('keeps a stalled connection open');
  const answered = sent.requests[answers.length - 1]?.bytes ?? '';
  const isLast =
    /close/i.test(answers.at(-1)?.headers.connection ?? '') || /^[^\r\n]*1\.0\s/.test(answered);
  if (answers.length < owed && !isLast && !isReset) {
    const [method = ''] = sent.requests[answers.length]?.bytes.split(' ', 1) ?? [];
    const known = methods.has(method) ? method : 'an unknown method';
    findings.push(`no response to ${known}, ${sent.delivery}, ended by: ${end}`);
  }
  const [only] = sent.requests;
  if (only && sent.requests.length === 1 && owed === 1 && answers.length > 0) {
    const [method = ''] = only.bytes.split(' ', 1);
    if (!methods.has(method) && /^2/.test(statuses))
      findings.push(`${statuses} to an unknown method`);
    if (only.status && statuses !== String(only.status))
      findings.push(`${statuses} instead of ${only.status}`);
  }
  return [...new Set(findings)];
}

const methods = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
]);
const longest = { html: 100_000, other: 2_000 };

/** All faults of a response as one finding, because they usually have one cause. */
function judgeAnswer({ status, headers, body }: RawAnswer): string[] {
  const type = headers['content-type'] ?? '';
  const isHtml = /html|xml|svg/i.test(type) || (type === '' && body !== '');
  const isSecured =
    /default-src 'none'/.test(headers['content-security-policy'] ?? '') &&
    Object.entries(securityHeaders).every(([name, value]) => headers[name.toLowerCase()] === value);
  const mayBeKept = !/no-store|no-cache/.test(headers['cache-control'] ?? '');
  const wrong: [string, boolean][] = [
    ['is a fault', status >= 500 && status !== 503],
    ['lacks security headers', !isSecured],
    ['may be kept', status >= 400 && mayBeKept],
    ['lacks Content-Type', type === '' && body !== ''],
    ['lacks Allow', status === 405 && !headers.allow],
    ['is long', status >= 400 && body.length > longest[isHtml ? 'html' : 'other']],
    ['repeats what was sent as HTML', isHtml && body.includes(mark)],
    ['has a header that was sent', injectedHeader in headers],
    ['redirects elsewhere', /^(?:[a-z]+:)?[/\\]{2}|fuzz7/i.test(headers.location ?? '')],
    ['reveals a stack', status >= 400 && / at .+:\d+:\d+|node_modules|Express/.test(body)],
    ['reveals a version', /\d/.test(headers.server ?? '') || /nginx\/\d/.test(body)],
  ];
  const found = wrong.filter(([, is]) => is).map(([what]) => what);
  return found.length > 0 ? [`${status} ${found.join(', ')}`] : [];
}
