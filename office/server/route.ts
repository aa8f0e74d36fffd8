import { pipeline } from 'node:stream/promises';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';

import { onlyMethods } from '../../packages/server/http-app.ts';
import { Problem } from '../../packages/server/http.ts';
import type { Guard, GuardOptions } from '../accounts/guard.server.ts';
import { pathOf, type Action } from '../action.ts';
import { officeApi, type ActionName, type RequestOf } from '../office-api.ts';
import type { Context } from './context.ts';
import { refuseForeign } from './same-origin.ts';
import { withProblems } from './staff-database.ts';
import type { TaskContext } from './task.ts';

/** A route of the enquiries desk, with the right and the other conditions that it requires. */
export interface Route extends GuardOptions {
  method: 'get' | 'post';
  /** The Express path, without personal data. */
  path: string;
  /** Responds on behalf of the signed-in user. */
  handle: (task: TaskContext, request: Request, response: Response) => Promise<void>;
}

/**
 * Adds routes to an application. Rights are checked before a route runs. Methods other than the
 * route's are refused.
 */
export function addRoutes(
  app: Express,
  { taskAs }: Pick<Context, 'taskAs'>,
  guard: Guard,
  routes: readonly Route[],
): void {
  for (const route of routes) {
    const { method, path, handle } = route;
    const admit = route.right === 'anybody' ? ownPagesOnly : guard(route);
    const answer: RequestHandler = (request, response) =>
      withProblems(() => {
        const { account, session } = response.locals;
        return handle(taskAs(account, request, session), request, response);
      });
    app.route(path)[method](admit, readJson, answer);
    app.route(path).all(method === 'get' ? onlyMethods('GET', 'HEAD') : onlyMethods('POST'));
  }
}

/** Admits requests without a session, but only those of the desk's own pages. */
export const ownPagesOnly: RequestHandler = (request, _response, next) => {
  refuseForeign(request);
  next();
};

const parseJson = express.json({ limit: '64kb' });

/** Parses the JSON body of a request. */
export const readJson: RequestHandler = (request, response, next) => {
  parseJson(request, response, (error: unknown) => {
    const { status } = (error ?? {}) as { status?: unknown };
    if (status === 413) next(new Problem(413, 'The request is too long.'));
    else if (status === 415) next(new Problem(415, 'The request must be JSON in UTF-8.'));
    else if (status === 400) next(new Problem(400, 'The request must be valid JSON.'));
    else next(error);
  });
};

/**
 * Validates the body of a request, and returns it.
 *
 * @throws Problem 400 with the message of a custom rule, or the names of the invalid fields,
 * without their values.
 */
function readBody(request: Request, schema: Action['request']): unknown {
  const result = schema.safeParse(request.body);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  if (first?.code === 'custom') throw new Problem(400, first.message);
  const names = result.error.issues.map(({ path }) => path.join('.') || 'a JSON body');
  throw new Problem(400, `Missing or invalid: ${[...new Set(names)].join(', ')}.`);
}

/** The handler of an action. It either responds itself or returns the JSON response. */
type Handle<Name extends ActionName> = (
  task: TaskContext,
  input: RequestOf<Name>,
  response: Response,
) => Promise<unknown>;

export type Handles = { [Name in ActionName]?: Handle<Name> };

/** Creates the routes of actions from their handlers. */
export function routesFor(handles: Handles): Route[] {
  const names = Object.keys(handles) as ActionName[];
  return names.map((name) => {
    const action: Action = officeApi[name];
    const { method, right, request: schema } = action;
    const { recent, withoutMongodb } = action;
    const handle = handles[name] as Handle<ActionName>;
    return {
      method: method === 'GET' ? 'get' : 'post',
      path: pathOf(name),
      right,
      recent,
      withoutMongodb,
      async handle(task, request, response) {
        const input = method === 'GET' ? {} : (readBody(request, schema) as RequestOf<ActionName>);
        const answer = await handle(task, input, response);
        if (!response.headersSent) response.json(answer ?? {});
      },
    };
  });
}

/** Responds with a file for the browser to save. */
export function sendFile(response: Response, name: string, type: string, content: Buffer): void {
  response
    .setHeader('Content-Disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(content);
}

/** The minimum length of a chunk in characters, except for the last one. */
const chunkSize = 65_536;

/**
 * Streams a file while it is generated. Errors before the first chunk are thrown; later ones abort
 * the response, so that an incomplete file is not mistaken for a complete one.
 */
export async function sendPieces(
  response: Response,
  name: string,
  type: string,
  pieces: AsyncIterable<string>,
): Promise<void> {
  const chunks = gather(pieces);
  const first = await chunks.next();
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`).type(type);
  async function* all(): AsyncGenerator<string> {
    if (!first.done) yield first.value;
    yield* chunks;
  }
  // The error can be ignored: the client and the log show that the connection was aborted.
  await pipeline(all(), response).catch(() => undefined);
}

async function* gather(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
