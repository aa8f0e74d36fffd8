import type { RequestHandler } from 'express';

import type { ApiMetrics } from '../api-metrics.ts';
import { isNativeForm } from '../negotiate.ts';
import { tooManyRequests } from '../problem.ts';
import type { RateLimiter } from '../rate-limiter.ts';
import { sourceOf } from '../source-of.ts';
import { parseBody } from './parse-body.ts';

/** Turns away a source that has sent too much, before anything of the body is read. */
export function limitRate(
  limiter: RateLimiter,
  metrics: Pick<ApiMetrics, 'limited'>,
): RequestHandler {
  return async (request, response, next) => {
    const seconds = await limiter.count(sourceOf(request.ip));
    if (seconds === 0) {
      next();
      return;
    }
    metrics.limited('address');
    const problem = tooManyRequests(seconds);
    // A visitor's text must not be lost: the page that says no gives it back.
    if (isNativeForm(request)) parseBody(request, response, () => next(problem));
    else next(problem);
  };
}
