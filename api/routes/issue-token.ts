import type { RequestHandler } from 'express';

import { answerText } from '../answer-text.ts';
import { unavailable } from '../problem.ts';
import type { Screener } from '../screening/screener.ts';

/** `GET /api/contact/token`: the moment, signed, for a form that somebody has just met. */
export function issueToken({ issueToken: issue }: Pick<Screener, 'issueToken'>): RequestHandler {
  return async (_request, response) => {
    const token = await issue();
    if (token === undefined) throw unavailable('no secret');
    answerText(response, 200, token);
  };
}
