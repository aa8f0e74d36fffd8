import type { Express, RequestHandler, Response } from 'express';
import compression from 'compression';
import * as z from 'zod';

import { Problem } from '#server/http.ts';
import type { Guard } from '../accounts/guard.server.ts';
import { api, type ActionName, type OutputOf, type ParsedInputOf } from '../api.ts';
import type { Action } from '../action.ts';
import type { Context } from './context.ts';
import { ownPagesOnly, readJson } from './route.ts';
import { withProblems } from './staff-database.ts';
import type { TaskContext } from './task.ts';

/** A handler gets the parsed input. It answers the output, or itself responds with a file. */
export type Handlers = {
  [Name in ActionName]: (
    task: TaskContext,
    input: ParsedInputOf<Name>,
    response: Response,
  ) => Promise<OutputOf<Name> | undefined>;
};

type AnyHandler = (task: TaskContext, input: unknown, response: Response) => Promise<unknown>;

/**
 * Adds the one route of all actions: `POST /ops/api/<name>`. It checks the session, the right and a
 * recent sign-in, parses the input, and sends only those fields of the answer that are in the output.
 */
export function addActions(
  app: Express,
  { taskAs }: Pick<Context, 'taskAs'>,
  guard: Guard,
  handlers: Handlers,
): void {
  const admit = new Map<string, RequestHandler>(
    Object.entries<Action>(api).map(([name, action]) => [name, admission(guard, action)]),
  );
  app.post(
    '/ops/api/:name',
    compression(),
    (request, response, next) => {
      const name = String(request.params.name);
      response.locals.route = admit.has(name) ? `/ops/api/${name}` : 'none';
      // Returned, so that Express handles its rejection.
      return (admit.get(name) ?? unknownAction)(request, response, next);
    },
    readJson,
    async (request, response) => {
      const name = String(request.params.name) as ActionName;
      const { account } = response.locals;
      const action: Action = api[name];
      const input = parseInput(action.input, request.body);
      const handle = handlers[name] as AnyHandler;
      const answer = await withProblems(() => handle(taskAs(account, request), input, response));
      if (response.headersSent || !action.output) return;
      response.json(z.core.parse(action.output, answer === undefined ? {} : answer));
    },
  );
}

function admission(guard: Guard, action: Action): RequestHandler {
  return action.right === 'anybody' ? ownPagesOnly : guard(action);
}

const unknownAction: RequestHandler = (_request, _response, next) => next('route');

/** @throws Problem 400 that names the invalid fields and says what is wrong, without values. */
function parseInput(schema: Action['input'], body: unknown): unknown {
  const result = z.core.safeParse(schema, body ?? {});
  if (result.success) return result.data;
  const says = result.error.issues.map(({ code, path, message }) => {
    if (code === 'custom') return message;
    const field = path.map(String).join('.');
    return field
      ? `${field} ${ofOurs.test(message) ? message : 'is missing or invalid'}`
      : 'The request is invalid';
  });
  throw new Problem(400, `${[...new Set(says)].join('; ')}.`.replace(/\.\.$/, '.'));
}

/** Messages of our own schemas; those of zod may quote what was typed. */
const ofOurs = /^must /;
