import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { builtSite } from '../../dev/build-site.ts';
import { startApiBehindProxy, type ApiBehindProxy } from './api-behind-proxy.ts';
import { ask, enquiryFrom, promisesOf } from './promises.ts';
import { startCaddy, type WebServer } from './web-server.ts';

let api: ApiBehindProxy;
let server: WebServer;

beforeAll(async () => {
  api = await startApiBehindProxy();
  server = await startCaddy({ root: builtSite, apiPort: api.port });
});

afterAll(async () => {
  await server.stop();
  await api.stop();
});

describe('the site behind Caddy', () => {
  promisesOf(() => server, ['br', 'gzip']);

  it('asks visitors to come back while the API is away, and goes on serving pages', async () => {
    await api.api.kill();
    const answer = await ask(server, '/api/contact', enquiryFrom('Nobody'));
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.body.toString()).toMatch(/^Our server cannot be reached at the moment/);
    expect((await ask(server, '/terms')).status).toBe(200);
  });
});
