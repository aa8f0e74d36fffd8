import { ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';

import { hstsOfSubdomains, textHeaders } from '../../contract/security-headers.ts';
import type { Logger } from '../logger.ts';
import type { HttpMetrics } from './http-metrics.ts';
import { answerProblem, Problem, problemFrom } from './problem.ts';

declare module 'express-serve-static-core' {
  /** Values that routes set, for the request's log line. */
  interface Locals {
    /** The route to log, if it differs from the path of the matched Express route. */
    route?: string;
    submissionId?: string;
    /** Why the request failed, in a word or two without personal data. */
    reason?: string | undefined;
  }
}

interface HttpAppOptions {
  /** The process's name in `/healthz` and `/readyz`, such as `The API`. */
  name: string;
  trustedProxyHops: number;
  includeSubDomains: boolean;
  logger: Logger;
  metrics: Pick<HttpMetrics, 'answered'>;
  /** Rejects with a Problem of status 503 while the process is not ready. */
  checkReadiness: () => Promise<void>;
  /** Sends a problem; by default as problem details or plain text. */
  answer?: (request: Request, response: Response, problem: Problem) => void | Promise<void>;
  /** Adds the routes other than `/healthz` and `/readyz`. */
  addRoutes: (app: Express) => void;
}

/** Creates an Express app with logging, headers, health checks and error handling. */
export function createHttpApp(options: HttpAppOptions): Express {
  const { name, checkReadiness } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', options.trustedProxyHops);

  app.use(logRequests(options));
  const writeHead = writeAllHeaders(options.includeSubDomains);
  app.use((_request, response, next) => {
    response.writeHead = writeHead as Response['writeHead'];
    next();
  });
  options.addRoutes(app);
  app
    .route('/healthz')
    .get((_request, response) => void response.type('text').send(`${name} is running.`))
    .all(allowMethods('GET', 'HEAD'));
  app
    .route('/readyz')
    .get(async (_request, response) => {
      await checkReadiness();
      response.type('text').send(`${name} is ready.`);
    })
    .all(allowMethods('GET', 'HEAD'));

  app.use(() => {
    throw new Problem(404, 'We could not find that page.');
  });
  app.use(handleError(options));
  return app;
}

/** Creates the last handler of a route. It answers OPTIONS, and other methods with 405. */
export function allowMethods(...methods: string[]): RequestHandler {
  const allow = [...methods, 'OPTIONS'].join(', ');
  return (request, response) => {
    if (request.method !== 'OPTIONS') {
      throw new Problem(405, `This address accepts only ${methods.join(' and ')} requests.`, {
        headers: { Allow: allow },
      });
    }
    response.writeHead(204, { Allow: allow });
    response.end();
  };
}

/** Adds the headers of every response, without overriding those that the response sets itself. */
function writeAllHeaders(includeSubDomains: boolean) {
  const hsts = includeSubDomains ? hstsOfSubdomains : {};
  // Pages override the Content-Security-Policy.
  const headers = { ...textHeaders, ...hsts, Vary: 'Origin' };
  return function (this: Response, status: number, own?: OutgoingHttpHeaders): Response {
    const isBare = this.getHeaderNames().length === 0;
    for (const [name, value] of isBare ? [] : Object.entries(headers)) {
      if (!this.hasHeader(name)) this.setHeader(name, value);
    }
    ServerResponse.prototype.writeHead.call(this, status, isBare ? { ...headers, ...own } : own);
    return this;
  };
}

const probes = ['/healthz', '/readyz'];

/** The pattern of the matched route. Unlike the URL, it contains nothing that a visitor typed. */
function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : 'none';
}

function logRequests({ logger, metrics }: HttpAppOptions): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.once('close', () => {
      const { route = routeOf(request), submissionId, reason } = response.locals;
      const status = response.statusCode;
      const ms = performance.now() - started;
      metrics.answered(route, response.headersSent ? status : 'aborted', ms / 1_000);
      const line = {
        method: request.method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        submissionId,
        reason,
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      if (status === 200 && probes.includes(route)) logger.debug(line, 'request');
      else logger.info(line, 'request');
    });
    next();
  };
}

/** Answers errors thrown by routes. Internal errors are logged; the response gives no details. */
function handleError({ logger, answer = answerProblem }: HttpAppOptions): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const problem = problemFrom(error);
    response.locals.reason = problem.reason;
    if (problem.status === 500) {
      logger.error({ route: routeOf(request), err: problem.cause }, 'request failed');
    }
    await answer(request, response, problem);
  };
}
