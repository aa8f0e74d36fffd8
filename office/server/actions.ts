import type { Express, Response } from 'express';
import compression from 'compression';
import * as z from 'zod';

import { Problem } from '#server/http.ts';
import type { Guard } from '../accounts/guard.server.ts';
import { api, type ActionName, type OutputOf, type ParsedInputOf } from '../api.ts';
import type { Action } from '../action.ts';
import { officeApiPath } from '../paths.ts';
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

/** Adds `POST /ops/api/<name>` for each action. Only fields that are in its output are sent. */
export function addActions(
  app: Express,
  { taskAs }: Pick<Context, 'taskAs'>,
  guard: Guard,
  handlers: Handlers,
): void {
  const compress = compression();
  for (const [name, action] of Object.entries<Action>(api)) {
    const admit = action.right === 'anybody' ? ownPagesOnly : guard(action);
    const handle = handlers[name as ActionName] as AnyHandler;
    app.post(`${officeApiPath}/${name}`, compress, admit, readJson, async (request, response) => {
      const { account } = response.locals;
      const input = parseInput(action.input, request.body);
      const answer = await withProblems(() => handle(taskAs(account, request), input, response));
      if (response.headersSent || !action.output) return;
      response.json(z.core.parse(action.output, answer === undefined ? {} : answer));
    });
  }
}

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
