import type { Request, RequestHandler, Response } from 'express';

import type { Logger } from '../../platform/logger.ts';
import type { ApiMetrics } from '../api-metrics.ts';

const probes = ['/healthz', '/readyz'];

/** The pattern of the route that was taken: unlike the URL, nothing in it comes from a visitor. */
export function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : 'none';
}

/** Names the route of a request that another application has answered. */
export function setRoute(response: Response, route: string): void {
  response.locals.route = route;
}

/** Names the submission in the line that is logged for its request. */
export function setSubmissionId(response: Response, id: string): void {
  response.locals.submissionId = id;
}

/** Says in that line why the request failed, in a word or two that hold nothing personal. */
export function setReason(response: Response, reason: string | undefined): void {
  response.locals.reason = reason;
}

/** Logs one line for each request, and counts it. A probe that passes is logged at `debug`. */
export function logRequests(logger: Logger, metrics: Pick<ApiMetrics, 'answered'>): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.once('close', () => {
      const route = (response.locals.route as string | undefined) ?? routeOf(request);
      const status = response.statusCode;
      const ms = performance.now() - started;
      metrics.answered(route, response.headersSent ? status : 'aborted', ms / 1_000);
      const line = {
        method: request.method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        submissionId: response.locals.submissionId as string | undefined,
        reason: response.locals.reason as string | undefined,
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      if (status === 200 && probes.includes(route)) logger.debug(line, 'request');
      else logger.info(line, 'request');
    });
    next();
  };
}
