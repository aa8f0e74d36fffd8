import type { Response } from 'express';
import type * as z from 'zod/mini';

import { Problem } from '../../platform/http/problem.ts';
import type { Operation } from '../define-operation.ts';
import { officeApi, type OperationName, type RequestOf } from '../office-api.ts';
import type { Outcomes } from '../tasks/change-several.ts';
import { staffOf } from './require-staff.ts';
import { readBody, type Route } from './route.ts';
import { statusOf } from './staff-database.ts';

/** What does an operation: it answers, or returns what is to be answered as JSON. */
type Handle<Name extends OperationName> = (
  input: RequestOf<Name>,
  actor: string,
  response: Response,
) => Promise<unknown>;

/** The routes of operations of the office's API, with what does each. */
export function routesFor(handles: { [Name in OperationName]?: Handle<Name> }): Route[] {
  const names = Object.keys(handles) as OperationName[];
  return names.map((name) => {
    const operation: Operation<z.ZodMiniType, z.ZodMiniType> = officeApi[name];
    const { method, path, role, request: schema, withoutMongodb } = operation;
    const handle = handles[name] as Handle<OperationName>;
    return {
      method: method === 'GET' ? 'get' : 'post',
      path,
      role,
      withoutMongodb,
      async handle(request, response) {
        const input =
          method === 'GET' ? {} : (readBody(request, schema) as RequestOf<OperationName>);
        const answer = await handle(input, staffOf(response).username, response);
        if (!response.headersSent) response.json(answer);
      },
    };
  });
}

/**
 * What became of several changes.
 *
 * @throws Problem when none was made: for the reason of the first, and with that of each.
 */
export function answerOutcomes<Done>(outcomes: Outcomes<Done>): Outcomes<Done> {
  const [first] = outcomes.refused;
  if (!first || outcomes.done.length > 0) return outcomes;
  throw new Problem(statusOf[first.reason], first.sentence, { members: { ...outcomes } });
}

/** Answers with a file that a browser saves. */
export function sendFile(response: Response, name: string, type: string, content: Buffer): void {
  response
    .setHeader('Content-Disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(content);
}
