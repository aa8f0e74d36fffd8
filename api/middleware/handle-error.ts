import type { ErrorRequestHandler } from 'express';

import type { Logger } from '../../platform/logger.ts';
import { answerProblem } from '../answer-problem.ts';
import { answerPage } from '../pages/answer-page.ts';
import { problemPage } from '../pages/problem-page.ts';
import type { Site } from '../pages/site.ts';
import { isNativeForm } from '../negotiate.ts';
import { problemFrom } from '../problem-from.ts';
import type { Screener } from '../screening/screener.ts';
import { routeOf, setReason } from './log-requests.ts';

/** Answers whatever a route threw, as a page to a visitor whose browser posted the form itself. */
export function handleError(
  site: Site,
  logger: Logger,
  { issueToken }: Pick<Screener, 'issueToken'>,
): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const problem = problemFrom(error);
    setReason(response, problem.reason);
    if (problem.status === 500) {
      logger.error({ route: routeOf(request), err: problem.cause }, 'request failed');
    }
    if (isNativeForm(request)) {
      const page = problemPage(site, problem, request.body, await issueToken());
      answerPage(response, problem.status, page, problem.headers);
    } else {
      answerProblem(request, response, problem);
    }
  };
}
