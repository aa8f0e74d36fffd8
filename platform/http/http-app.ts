import { ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';

import { textHeaders } from '../../contract/security-headers.ts';
import type { Logger } from '../logger.ts';
import type { HttpMetrics } from './http-metrics.ts';
import { answerProblem, Problem, problemFrom } from './problem.ts';

declare module 'express-serve-static-core' {
  /** What the line that is logged for a request says, besides what every line says. */
  interface Locals {
    /** The route of a request that another application has answered. */
    route?: string;
    submissionId?: string;
    /** Of an enquiry that the system sends to itself. */
    canaryId?: string;
    /** Why the request failed, in a word or two that hold nothing personal. */
    reason?: string | undefined;
  }
}

interface HttpAppOptions {
  /** What `/healthz` and `/readyz` call the process, such as `The API`. */
  name: string;
  trustedProxyHops: number;
  logger: Logger;
  metrics: Pick<HttpMetrics, 'answered'>;
  /** Rejects with a problem of status 503 while the process cannot do its work. */
  checkReadiness: () => Promise<void>;
  /** How a problem is answered; with problem details or plain text unless given. */
  answer?: (request: Request, response: Response, problem: Problem) => void | Promise<void>;
  /** Adds the operations, apart from `/healthz` and `/readyz`. */
  addRoutes: (app: Express) => void;
}

/** An Express application with what is the same for every operation. It does not listen. */
export function createHttpApp(options: HttpAppOptions): Express {
  const { name, checkReadiness } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', options.trustedProxyHops);

  app.use(logRequests(options));
  app.use((_request, response, next) => {
    response.writeHead = writeAllHeaders as Response['writeHead'];
    next();
  });
  options.addRoutes(app);
  app
    .route('/healthz')
    .get((_request, response) => void response.type('text').send(`${name} runs.`))
    .all(allowMethods('GET', 'HEAD'));
  app
    .route('/readyz')
    .get(async (_request, response) => {
      await checkReadiness();
      response.type('text').send(`${name} is ready.`);
    })
    .all(allowMethods('GET', 'HEAD'));

  app.use(() => {
    throw new Problem(404, 'There is nothing at this address.');
  });
  app.use(handleError(options));
  return app;
}

/** Ends a route: says which methods it has, and refuses the others. */
export function allowMethods(...methods: string[]): RequestHandler {
  const allow = [...methods, 'OPTIONS'].join(', ');
  return (request, response) => {
    if (request.method !== 'OPTIONS') {
      throw new Problem(405, `This address takes only ${methods.join(' and ')} requests.`, {
        headers: { Allow: allow },
      });
    }
    response.writeHead(204, { Allow: allow });
    response.end();
  };
}

// Pages replace the policy with one of their own.
const headers = { ...textHeaders, Vary: 'Origin' };

/** Writes the headers that all answers have with those of one, but for what it has set itself. */
function writeAllHeaders(this: Response, status: number, own?: OutgoingHttpHeaders): Response {
  const isBare = this.getHeaderNames().length === 0;
  for (const [name, value] of isBare ? [] : Object.entries(headers)) {
    if (!this.hasHeader(name)) this.setHeader(name, value);
  }
  ServerResponse.prototype.writeHead.call(this, status, isBare ? { ...headers, ...own } : own);
  return this;
}

const probes = ['/healthz', '/readyz'];

/** The pattern of the route that was taken: unlike the URL, nothing in it comes from a visitor. */
function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : 'none';
}

/** Logs one line for each request, and counts it. A probe that passes is logged at `debug`. */
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

/** Answers whatever a route threw. A fault of ours is logged, and the answer says nothing of it. */
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
