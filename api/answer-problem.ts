import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'express';

import { wantsJson } from './negotiate.ts';
import { fieldSentences, type Problem } from './problem.ts';

/** Answers with RFC 9457 problem details where JSON is asked for, else with plain sentences. */
export function answerProblem(request: Request, response: Response, problem: Problem): void {
  const { status, message, errors, headers } = problem;
  const json = wantsJson(request);
  const body = json
    ? JSON.stringify({
        type: 'about:blank',
        title: STATUS_CODES[status],
        status,
        detail: message,
        ...(errors ? { errors } : {}),
      })
    : errors
      ? fieldSentences(errors).join('\n')
      : message;
  response.vary('Accept');
  response.writeHead(status, {
    ...headers,
    'Content-Type': json ? 'application/problem+json' : 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
