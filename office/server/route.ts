import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type * as z from 'zod/mini';

import { allowMethods } from '../../platform/http/http-app.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Guard } from '../shell/sign-in/require-staff.server.ts';
import type { Action } from '../action.ts';
import type { Context } from './context.ts';
import { refuseForeign } from './same-origin.ts';
import { withProblems } from './staff-database.ts';
import type { TaskContext } from './task.ts';

/** One thing that can be asked of the office, and who may ask it. */
export interface Route {
  method: 'get' | 'post';
  /** As Express reads it. Nothing personal may stand in it. */
  path: string;
  /** What whoever asks needs; `anybody` need not be signed in. */
  right: Action['right'];
  /** Answers, in the name of whoever asks. */
  handle: (task: TaskContext, request: Request, response: Response) => Promise<void>;
  /** Only read, without anything personal: answered while MongoDB cannot say who asks, too. */
  withoutMongodb?: boolean | undefined;
}

/** Adds routes to an application: the right is asked for first, and other methods are refused. */
export function addRoutes(
  app: Express,
  { taskAs }: Pick<Context, 'taskAs'>,
  guard: Guard,
  routes: readonly Route[],
): void {
  for (const { method, path, right, handle, withoutMongodb } of routes) {
    const admit = right === 'anybody' ? ownPagesOnly : guard(right, { withoutMongodb });
    const answer: RequestHandler = (request, response) =>
      withProblems(() => handle(taskAs(response.locals.account), request, response));
    app.route(path)[method](admit, readJson, answer);
    app.route(path).all(method === 'get' ? allowMethods('GET', 'HEAD') : allowMethods('POST'));
  }
}

const ownPagesOnly: RequestHandler = (request, _response, next) => {
  refuseForeign(request, 'own');
  next();
};

const parseJson = express.json({ limit: '32kb' });

const readJson: RequestHandler = (request, response, next) => {
  parseJson(request, response, (error: unknown) => {
    const { status } = (error ?? {}) as { status?: unknown };
    if (status === 413) next(new Problem(413, 'The request is too long.'));
    else if (status === 415) next(new Problem(415, 'The request must be JSON in UTF-8.'));
    else next(error);
  });
};

/**
 * What a request brings, in the given form.
 *
 * @throws Problem 400 that names what is wrong, without its value.
 */
export function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(request.body);
  if (result.success) return result.data;
  const names = result.error.issues.map(({ path }) => path.join('.') || 'a body of JSON');
  throw new Problem(400, `The request lacks, or has wrong: ${[...new Set(names)].join(', ')}.`);
}
