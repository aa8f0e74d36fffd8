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

it('tells visitors apart who come through a load balancer', async () => {
  const own = await startApiBehindProxy({ TRUSTED_PROXY_HOPS: '2' });
  const trustedProxies = '10.0.0.0/8 127.0.0.1';
  const behind = await startCaddy({ root: builtSite, apiPort: own.port, trustedProxies });
  try {
    const send = async (visitor: string, count: number) => {
      const forwarded = { 'X-Forwarded-For': `203.0.113.9, ${visitor}` };
      return (await ask(behind, '/api/contact', enquiryFrom(`V ${count}`, forwarded))).status;
    };
    for (let count = 0; count < 8; count += 1) {
      expect(await send(`198.51.100.${count}`, count)).toBe(202);
    }
    const again: number[] = [];
    for (let count = 0; count < 6; count += 1) again.push(await send('198.51.100.99', 9 + count));
    expect(again.at(-1)).toBe(429);
  } finally {
    await behind.stop();
    await own.stop();
  }
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
