import type { IncomingMessage, ServerResponse } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';

import { hstsOfSubdomains, textHeaders } from '#contract/security-headers.ts';
import { answer, answerProblem, Problem } from './http.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** The route to log, if it differs from the path of the matched Express route. */
    route?: string;
    submissionId?: string;
    /** Why the request failed, in a word or two without personal data. */
    reason?: string | undefined;
  }
}

interface HttpAppOptions {
  name: string;
  settings: { TRUSTED_PROXY_HOPS: number; HSTS_INCLUDE_SUBDOMAINS: boolean };
  logger: Logger;
  metrics: Metrics;
  /** Rejects with a Problem of status 503 while the process is not ready. */
  checkReadiness: () => Promise<unknown>;
  /** Sends a problem; by default as problem details or plain text. */
  answerProblem?: (request: Request, response: ServerResponse, problem: Problem) => void;
  addRoutes?: (app: Express) => void;
}

/** An HTTP handler with probes, security headers, a log line for each request and error answers. */
export function createHttpApp(options: HttpAppOptions) {
  const { name, settings } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', settings.TRUSTED_PROXY_HOPS);
  app.use(recordRequests(options));
  options.addRoutes?.(app);
  app
    .route('/healthz')
    .get((_request, response) => answer(response, 200, `${name} is running.\n`))
    .all(onlyMethods('GET', 'HEAD'));
  app
    .route('/readyz')
    .get(async (_request, response) => {
      await options.checkReadiness();
      answer(response, 200, `${name} is ready.\n`);
    })
    .all(onlyMethods('GET', 'HEAD'));
  app.use(() => {
    throw new Problem(404, 'There is nothing at this address.');
  });
  app.use(answerErrors(options));

  const hsts = settings.HSTS_INCLUDE_SUBDOMAINS ? hstsOfSubdomains : {};
  const headers = new Map(Object.entries({ ...textHeaders, ...hsts, Vary: 'Origin' }));
  return (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeaders(headers);
    // Express calls back, without any middleware, for a URL that it cannot parse.
    const answerUnparsed = () => answerProblem(request, response, malformedUrl());
    if (isDecodable(request.url)) app(request as Request, response as Response, answerUnparsed);
    else answerUnparsed();
  };
}

function isDecodable(url = ''): boolean {
  try {
    decodeURIComponent(url.replace(/\?.*/s, ''));
    return true;
  } catch {
    return false;
  }
}

function malformedUrl(): Problem {
  return new Problem(400, 'The URL of the request is not valid.');
}

/** The last handler of a route: answers OPTIONS, and other methods with 405. */
export function onlyMethods(...methods: string[]): RequestHandler {
  const Allow = [...methods, 'OPTIONS'].join(', ');
  return (request, response) => {
    if (request.method !== 'OPTIONS') {
      const sentence = `This address accepts only ${methods.join(' and ')} requests.`;
      throw new Problem(405, sentence, { headers: { Allow } });
    }
    answer(response, 204, '', { Allow });
  };
}

/** Answers errors of routes. Unexpected ones are logged; the answer gives no details. */
function answerErrors(options: HttpAppOptions): ErrorRequestHandler {
  function problemFrom(error: unknown): Problem {
    if (error instanceof Problem) return error;
    if ((error as { status?: unknown } | undefined)?.status === 400) return malformedUrl();
    options.logger.error({ err: error }, 'request failed');
    return new Problem(500, 'Something went wrong on our side. Please try again later.');
  }
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const problem = problemFrom(error);
    response.locals.reason = problem.options.reason;
    (options.answerProblem ?? answerProblem)(request, response, problem);
  };
}

const probes = ['/healthz', '/readyz'];
// In seconds. Enquiries take a few milliseconds; requests that wait for Redis end after 1.5 s.
const buckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Logs and measures each request by its route, never by its URL or address. */
function recordRequests({ logger, metrics }: HttpAppOptions): RequestHandler {
  const durations = metrics.histogram(
    'enquiries_http_request_duration_seconds',
    'Time to answer a request, by route pattern and status.',
    ['route', 'status'],
    buckets,
  );
  return (request, response, next) => {
    const started = performance.now();
    response.once('close', () => {
      const { route = routeOf(request), submissionId, reason } = response.locals;
      const { method } = request;
      const status = response.headersSent ? response.statusCode : undefined;
      const ms = performance.now() - started;
      durations.observe({ route, status: status ?? 'aborted' }, ms / 1_000);
      const aborted = response.writableFinished ? undefined : true;
      const rounded = Math.round(ms * 10) / 10;
      const line = { method, route, status, ms: rounded, submissionId, reason, aborted };
      if (status === 200 && probes.includes(route)) logger.debug(line, 'request');
      else logger.info(line, 'request');
    });
    next();
  };
}

/** The pattern of the matched route. Unlike the URL, it contains nothing that a visitor typed. */
function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : 'none';
}
