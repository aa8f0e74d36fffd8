import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { builtSite } from '../../dev/build-site.ts';
import { projectRoot } from '../../dev/processes.ts';
import {
  ask,
  enquiryFrom,
  promisesOf,
  promisesWhileServersAreDown,
  distinguishesVisitors,
} from './promises.ts';
import { refusalsOf } from './refusals.ts';
import { startServersBehindProxy } from './servers-behind-proxy.ts';
import { startCaddy } from './web-server.ts';
import { sendRaw } from '../../testing/raw-http.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';

const servers = forAllTests(startServersBehindProxy);
const server = forAllTests(() => startCaddy({ root: builtSite, ...servers.ports }));

it('distinguishes visitors behind a load balancer', async () => {
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

it('accepts a site URL in capitals and with a trailing slash', async () => {
  const siteAddress = (port: number) => `HTTP://127.0.0.1:${port}/`;
  const own = await startCaddy({ root: builtSite, ...servers.ports, siteAddress });
  try {
    expect((await ask(own, '/terms')).body.toString()).toContain('</html>');
    expect((await ask(own, '/api/contact')).status).toBe(405);
    expect((await ask(own, '/nowhere')).status).toBe(404);
  } finally {
    await own.stop();
  }
});

it('serves only the API and the enquiries desk with SITE=off', async () => {
  const own = await startCaddy({
    ...{ root: builtSite, ...servers.ports },
    settings: (port) => ({ SITE: 'off', API_URL: `http://127.0.0.1:${port}` }),
  });
  try {
    const statuses = ['/', '/terms', '/api/contact', '/api/contact-submissions'].map(
      async (path) => (await ask(own, path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 405, 401]);
  } finally {
    await own.stop();
  }
});

it('lists the address of each enabled part once in SITE_ADDRESS', () => {
  const addresses = (env: Record<string, string>) =>
    spawnSync(
      'sh',
      [join(projectRoot, 'deploy/start-web.sh'), 'sh', '-c', 'echo "$SITE_ADDRESS"'],
      {
        env: { PATH: process.env.PATH, ...env },
        encoding: 'utf8',
      },
    ).stdout.trim();
  const [site, api, office] = ['www', 'api', 'office'].map((name) => `https://${name}.example`);
  const all = { SITE_ADDRESS: `${site}/`, API_URL: `${api}`, OFFICE_URL: `${office}` };
  expect(addresses(all)).toBe(`${site}, ${api}, ${office}`);
  expect(addresses({ ...all, OFFICE_URL: '', API_URL: `${site}` })).toBe(site);
  expect(addresses({ ...all, SITE: 'off', OFFICE_URL: '' })).toBe(api);
  expect(addresses({ ...all, SITE: 'off', API_URL: '' })).toBe('');
});

it.each([
  'https://www.example.co.za/site',
  'https://www.example.co.za?a=b',
  'www.example.co.za',
  'ftp://www.example.co.za',
  'https://',
  '/',
  'https://a.example {\n respond hello\n}',
])('refuses to start with the site URL %j, and says why', async (siteAddress) => {
  const started = startCaddy({ root: builtSite, ...servers.ports, siteAddress: () => siteAddress });
  await expect(started).rejects.toThrow(
    'SITE_URL must be an address such as https://www.example.co.za',
  );
});

it('answers a body that never arrives with 408 or 502, and not with an empty 200', async () => {
  const head = 'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json';
  const answer = await sendRaw(server.url, `${head}\r\nContent-Length: 100\r\n\r\n{"firstName":`);
  expect(answer).toMatch(/^HTTP\/1\.1 (?:408|502) /);
});

it("logs failed proxy requests without the visitor's data", async () => {
  const own = await startCaddy({ root: builtSite, apiPort: 9, officePort: 9 });
  try {
    const enquiry = enquiryFrom('Nobody', {
      'X-Forwarded-For': '198.51.100.7',
      Cookie: 'a=secret',
    });
    await ask(own, '/api/contact?email=thandiwe@example.org', enquiry);
    await ask(own, '/ops/enquiries/naledi@example.org');
    await ask(own, '/nowhere');
    const lines = () =>
      own
        .log()
        .split('\n')
        .filter((line) => line.includes('handled request'));
    await expect.poll(lines).toHaveLength(2);
    expect(lines().map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { status: 503, request: { method: 'POST', uri: '/api/contact' } },
      { status: 503, request: { method: 'GET', uri: '/ops/enquiries/naledi' } },
    ]);
    expect(own.log()).not.toMatch(/example\.org|127\.0\.0\.1|198\.51|secret|Nobody|email/);
  } finally {
    await own.stop();
  }
});

describe('the site behind Caddy', () => {
  promisesOf(server, ['br', 'gzip']);
  distinguishesVisitors(server);
  refusalsOf(server);
  promisesWhileServersAreDown(server, servers);
});
