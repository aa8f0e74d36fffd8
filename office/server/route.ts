import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';

import { onlyMethods } from '#server/http-app.ts';
import { Problem } from '#server/http.ts';
import type { Guard, GuardOptions } from '../accounts/guard.server.ts';
import type { Context } from './context.ts';
import { refuseForeign } from './same-origin.ts';
import { withProblems } from './staff-database.ts';
import type { TaskContext } from './task.ts';

/** A page or file that is not in the map of actions (api.ts): a GET with its conditions. */
export interface Route extends GuardOptions {
  /** The Express path, without personal data. */
  path: string;
  handle: (task: TaskContext, request: Request, response: Response) => Promise<void>;
}

export function addRoutes(
  app: Express,
  { taskAs }: Pick<Context, 'taskAs'>,
  guard: Guard,
  routes: readonly Route[],
): void {
  for (const { path, handle, ...conditions } of routes) {
    app.get(path, guard(conditions), (request, response) =>
      withProblems(() => {
        const { account } = response.locals;
        return handle(taskAs(account, request), request, response);
      }),
    );
    app.all(path, onlyMethods('GET', 'HEAD'));
  }
}

/** Admits requests without a session, but only those of the desk's own pages. */
export const ownPagesOnly: RequestHandler = (request, _response, next) => {
  refuseForeign(request);
  next();
};

const parseJson = express.json({ limit: '64kb' });

export const readJson: RequestHandler = (request, response, next) => {
  parseJson(request, response, (error: unknown) => {
    const { status } = (error ?? {}) as { status?: unknown };
    if (typeof status !== 'number' || status >= 500) next(error);
    else next(new Problem(status, 'The request must be valid JSON in UTF-8, of at most 64 kB.'));
  });
};

/**
 * Streams a file while it is generated. Errors before the first piece are thrown; later ones abort
 * the response, so that an incomplete file is not mistaken for a complete one.
 */
export async function sendFile(
  response: Response,
  name: string,
  type: string,
  file: AsyncIterable<string> | Buffer,
): Promise<void> {
  const content = Readable.from(file);
  await once(content, 'readable');
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`).type(type);
  // The error can be ignored: the client and the log show that the connection was aborted.
  await pipeline(content, response).catch(() => undefined);
}
