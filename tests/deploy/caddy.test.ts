import { describe, expect, it } from 'vitest';

import { builtSite } from '../../dev/build-site.ts';
import {
  ask,
  enquiryFrom,
  promisesOf,
  promisesWhileServersAreAway,
  tellsVisitorsApart,
} from './promises.ts';
import { refusalsOf } from './refusals.ts';
import { startServersBehindProxy } from './servers-behind-proxy.ts';
import { startCaddy } from './web-server.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';

const servers = forAllTests(startServersBehindProxy);
const server = forAllTests(() => startCaddy({ root: builtSite, ...servers.ports }));

it('tells visitors apart who come through a load balancer', async () => {
  const own = await startServersBehindProxy({ TRUSTED_PROXY_HOPS: '2' });
  const trustedProxies = '10.0.0.0/8 127.0.0.1';
  const behind = await startCaddy({ root: builtSite, ...own.ports, trustedProxies });
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
  promisesOf(server, ['br', 'gzip']);
  tellsVisitorsApart(server);
  refusalsOf(server);
  promisesWhileServersAreAway(server, servers);
});
