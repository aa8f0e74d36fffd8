import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'express';

interface ProblemOptions {
  headers?: Record<string, string>;
  /** What is behind it in a word or two that are safe to log. */
  reason?: string;
  /** The fault behind an answer that should not have been given, for the log only. */
  cause?: unknown;
  /** What the answer says besides in JSON, as further members of it (RFC 9457). */
  members?: Record<string, unknown>;
  /** The answer in plain text, where one sentence does not say it all. */
  text?: string;
}

/** An answer other than success. Its message is a sentence for whoever sent the request. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly reason: string | undefined;
  readonly members: Record<string, unknown>;
  readonly text: string;

  constructor(status: number, sentence: string, options: ProblemOptions = {}) {
    super(sentence, { cause: options.cause });
    this.status = status;
    this.headers = options.headers ?? {};
    this.reason = options.reason;
    this.members = options.members ?? {};
    this.text = options.text ?? sentence;
  }
}

/** A problem that passes by itself. Its sentence, and a header, say in how many seconds. */
export function tryAgainLater(
  status: 429 | 503,
  sentence: string,
  seconds: number,
  reason?: string,
): Problem {
  return new Problem(status, `${sentence} Please try again in ${inWords(seconds)}.`, {
    headers: { 'Retry-After': String(seconds) },
    ...(reason === undefined ? {} : { reason }),
  });
}

/** A waiting time, such as `45 seconds` or `3 minutes`. */
function inWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The answer to whatever was thrown. What it does not know becomes 500 without any detail. */
export function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { status } = (error ?? {}) as { status?: unknown };
  if (status === 400) return new Problem(400, 'The request cannot be read.', { cause: error });
  return new Problem(500, 'Something went wrong on our side. Please try again later.', {
    cause: error,
  });
}

/** Answers with RFC 9457 problem details where JSON is asked for, else in plain text. */
export function answerProblem(request: Request, response: Response, problem: Problem): void {
  const { status, message, members, text, headers } = problem;
  const json = wantsJson(request);
  const title = STATUS_CODES[status];
  const body = json
    ? JSON.stringify({ type: 'about:blank', title, status, detail: message, ...members })
    : text;
  response.writeHead(status, {
    ...headers,
    Vary: 'Origin, Accept',
    'Content-Type': json ? 'application/problem+json' : 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Whether the client asked for JSON; a client that takes anything did not. */
export function wantsJson(request: Request): boolean {
  return /json$/.test(preferredType(request));
}

/** Whether a browser asks for something to show; a client that takes anything does not. */
export function wantsPage(request: Request): boolean {
  return ['GET', 'HEAD'].includes(request.method) && preferredType(request) === 'text/html';
}

function preferredType(request: Request): string {
  const types = ['text/plain', 'text/html', 'application/json', 'application/problem+json'];
  return request.accepts(types) || '';
}
