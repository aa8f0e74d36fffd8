import { afterEach, expect, it } from 'vitest';

import { startHealthServer, type HealthCheck, type OpsServer } from './ops-servers.ts';
import { createLogger } from './logger.ts';

const logger = createLogger({ service: 'test', level: 'silent', format: 'json' });
let server: OpsServer;

async function ask(path: string, checks: HealthCheck[]) {
  server = await startHealthServer({ host: '127.0.0.1', port: 0, checks, logger });
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
  return { status: response.status, text: (await response.text()).trim() };
}

afterEach(() => server.close());

const healthy = { name: 'Redis', failure: 'hangs', check: () => Promise.resolve() };
const broken = {
  name: 'MongoDB',
  failure: 'is broken',
  check: () => Promise.reject(new Error('secret@host')),
};
const hanging = { name: 'Redis', failure: 'hangs', check: () => new Promise(() => {}) };

it('is ready when every check passes', async () => {
  expect(await ask('/readyz', [healthy])).toEqual({ status: 200, text: 'Ready.' });
});

it('names each failed check without details', async () => {
  expect(await ask('/readyz?x', [hanging, broken])).toEqual({
    status: 503,
    text: 'Redis hangs.\nMongoDB is broken.',
  });
});

it('is healthy while the process runs, even if a check fails', async () => {
  expect(await ask('/healthz', [broken])).toMatchObject({ status: 200 });
});

it('answers 404 to other paths', async () => {
  expect(await ask('/', [healthy])).toMatchObject({ status: 404 });
});
