import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { expect, it } from 'vitest';

import { messagesOf } from './express-messages.ts';
import { createApiServer } from './server.ts';

/** The JSON of each answer, and whether every request and response kept its prototype. */
async function ask(app: Express, ...paths: string[]) {
  const made = new Map<object, unknown>();
  const { server, close } = createApiServer((request, response) => {
    for (const message of [request, response]) made.set(message, Object.getPrototypeOf(message));
    app(request, response);
  }, messagesOf(app));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const answers: unknown[] = [];
  for (const path of paths) {
    answers.push(await (await fetch(`http://127.0.0.1:${port}${path}`)).json());
  }
  await close();
  const kept = [...made].every(([message, was]) => Object.getPrototypeOf(message) === was);
  return { answers, kept };
}

it('gives an application requests and responses that Express leaves as they were made', async () => {
  const app = express();
  app.get('/', (request, response) => void response.json({ ip: request.ip }));
  expect(await ask(app, '/')).toEqual({ answers: [{ ip: '127.0.0.1' }], kept: true });
});

it('lets an application within it work as ever, and hand back what it does not answer', async () => {
  const [app, within] = [express(), express()];
  within.get('/', (request, response) => void response.json(request.app === within));
  app.use('/within', within);
  app.use((request, response) => void response.json(request.app === app));
  const { answers } = await ask(app, '/within', '/within/nothing');
  expect(answers).toEqual([true, true]);
});
