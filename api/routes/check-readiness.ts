import type { RequestHandler } from 'express';

import { answerText } from '../answer-text.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { redisReason } from '../redis.ts';

/** `GET /readyz`: enquiries can be taken. */
export function checkReadiness({
  checkRedis,
  isBacklogFull,
}: Pick<Context, 'checkRedis' | 'isBacklogFull'>): RequestHandler {
  return async (_request, response) => {
    try {
      await checkRedis();
    } catch (error) {
      throw new Problem(503, 'Not ready: Redis does not answer.', {
        reason: redisReason(error),
      });
    }
    if (isBacklogFull()) throw new Problem(503, 'Not ready: too many enquiries wait to be stored.');
    answerText(response, 200, 'The API is ready.');
  };
}
