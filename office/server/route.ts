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

/** A route of the office with the right that it requires. */
export interface Route {
  method: 'get' | 'post';
  /** The Express path, without personal data. */
  path: string;
  /** The required right; `anybody` means without signing in. */
  right: Action['right'];
  /** Responds, as the signed-in user. */
  handle: (task: TaskContext, request: Request, response: Response) => Promise<void>;
  /** Only reads, without personal data: also answered while MongoDB cannot confirm the session. */
  withoutMongodb?: boolean | undefined;
}

/** Adds routes to an application; rights are checked first, and other methods are refused. */
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
 * The validated body of a request.
 *
 * @throws Problem 400 that names the invalid fields, without their values.
 */
export function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(request.body);
  if (result.success) return result.data;
  const names = result.error.issues.map(({ path }) => path.join('.') || 'a body of JSON');
  throw new Problem(400, `Missing or invalid: ${[...new Set(names)].join(', ')}.`);
}
