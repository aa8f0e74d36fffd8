import type { Response } from 'express';
import { pipeline } from 'node:stream/promises';

import { allowSlowResponse } from '../../platform/http/http-server.ts';
import { officeApi, type ActionName, type RequestOf } from '../office-api.ts';
import { pathOf, type Action } from '../action.ts';
import { readBody, type Route } from './route.ts';
import type { TaskContext } from './task.ts';

/** The handler of an action: it responds, or returns the JSON response. */
type Handle<Name extends ActionName> = (
  task: TaskContext,
  input: RequestOf<Name>,
  response: Response,
) => Promise<unknown>;

/** The routes of actions with their handlers. */
export function routesFor(handles: { [Name in ActionName]?: Handle<Name> }): Route[] {
  const names = Object.keys(handles) as ActionName[];
  return names.map((name) => {
    const action: Action = officeApi[name];
    const { method, right, request: schema, withoutMongodb } = action;
    const handle = handles[name] as Handle<ActionName>;
    return {
      method: method === 'GET' ? 'get' : 'post',
      path: pathOf(name),
      right,
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
  allowSlowResponse(response);
  response
    .setHeader('Content-Disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(content);
}

/** Characters per chunk. */
const chunkSize = 65_536;

/**
 * Streams a file while it is generated. Errors within the first 64 kB are thrown; later ones abort
 * the response, so that nobody mistakes a part for the whole.
 */
export async function sendPieces(
  response: Response,
  name: string,
  type: string,
  pieces: AsyncIterable<string>,
): Promise<void> {
  allowSlowResponse(response);
  const chunks = gather(pieces);
  const first = await chunks.next();
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`).type(type);
  async function* all(): AsyncGenerator<string> {
    if (!first.done) yield first.value;
    yield* chunks;
  }
  // The aborted connection is visible to the client and in the log.
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
