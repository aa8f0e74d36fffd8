import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'express';

interface ProblemOptions {
  headers?: Record<string, string>;
  /** What to log as the reason: a word or two without personal data. */
  reason?: string;
  /** The underlying error, for the log only. */
  cause?: unknown;
  /** Extension members of the JSON response (RFC 9457). */
  members?: Record<string, unknown>;
  /** The plain-text response, if it differs from the message. */
  text?: string;
}

/** An error response. Its message is a sentence for the client. */
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

/** A temporary problem. The sentence and the `Retry-After` header say when to try again. */
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

function inWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Converts any thrown value to a Problem; unknown errors become 500 without details. */
export function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { status } = (error ?? {}) as { status?: unknown };
  if (status === 400) return new Problem(400, 'The request is malformed.', { cause: error });
  return new Problem(500, 'Something went wrong on our side. Please try again later.', {
    cause: error,
  });
}

/** Sends RFC 9457 problem details if the client prefers JSON, otherwise plain text. */
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

/** Whether the client prefers JSON. A wildcard Accept header does not count. */
function wantsJson(request: Request): boolean {
  return /json$/.test(preferredType(request));
}

function preferredType(request: Request): string {
  const types = ['text/plain', 'text/html', 'application/json', 'application/problem+json'];
  return request.accepts(types) || '';
}
