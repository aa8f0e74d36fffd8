import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';
import { officeApi } from '../../office/office-api.ts';
import { beatEvery } from '../../office/shell/event-stream.server.ts';
import { builtSite } from '../../dev/build-site.ts';
import { promisesOf, promisesWhileServersAreDown, distinguishesVisitors } from './promises.ts';
import { refusalsOf, sendHead } from './refusals.ts';
import { startServersBehindProxy } from './servers-behind-proxy.ts';
import { acmeChallenge, startNginx } from './web-server.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';

const servers = forAllTests(startServersBehindProxy);
const server = forAllTests(() => startNginx({ root: builtSite, ...servers.ports }));

it.each([
  ['text that is not HTTP', 'hello', 400],
  ['a request without a host', 'GET / HTTP/1.1', 400],
  ['a request with two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a', 400],
  ['a hostile address', 'GET http://[/ HTTP/1.1\r\nHost: a', 400],
  ['a path that leaves the site', 'GET /../x HTTP/1.1\r\nHost: a', 400],
  ['another scheme', 'GET foo://[::1]:x/a HTTP/1.1\r\nHost: a', 400],
  ['an address of 9 kB', `GET /${'a'.repeat(9_000)} HTTP/1.1\r\nHost: a`, 414],
  ['headers of 40 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}`, 431],
  ['an unknown transfer coding', 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: b', 400],
])("nginx's refusal of %s is plain text and has our headers", async (_what, head, status) => {
  expect(await sendHead(server, head)).toBe(status);
  expect(await sendHead({ url: server.plainUrl }, head)).toBe(status);
});

it('has a timeout of several heartbeats for live updates, and shorter ones for the rest', () => {
  const config = readFileSync(join(projectRoot, 'deploy/nginx/site.conf'), 'utf8');
  const found = config.matchAll(/(?:location = (\S+) \{\s+)?proxy_read_timeout (\d+)s;/g);
  const timeouts = [...found].map(([, path, seconds]) => [
    path,
    Number(seconds) > (3 * beatEvery) / 1_000,
  ]);
  expect(timeouts).toEqual([
    [undefined, false],
    [officeApi['enquiry.events'].path, true],
  ]);
});

it('the HTTP port serves certificate challenges and redirects everything else', async () => {
  const challenge = await fetch(`${server.plainUrl}/.well-known/acme-challenge/${acmeChallenge}`);
  expect([challenge.status, await challenge.text()]).toEqual([200, acmeChallenge]);
  const gone = 'GET /.well-known/acme-challenge/gone HTTP/1.1\r\nHost: a';
  expect(await sendHead({ url: server.plainUrl }, gone)).toBe(404);
  const options = { redirect: 'manual', headers: { Host: 'elsewhere.example' } } as const;
  const led = await fetch(`${server.plainUrl}/terms?a=b`, options);
  expect(led.status).toBe(308);
  expect(led.headers.get('location')).toBe('https://www.example.co.za/terms?a=b');
});

it("logs requests without the visitor's data, also while the servers are down", async () => {
  const own = await startNginx({ root: builtSite, apiPort: 9, officePort: 9 });
  onTestFinished(() => own.stop());
  await fetch(`${own.url}/api/contact?email=thandiwe@example.org`, { method: 'POST' });
  await fetch(`${own.url}/ops/enquiries/sipho%40example.org`);
  await fetch(`${own.url}/ops/enquiries/naledi@example.org`);
  await fetch(`${own.plainUrl}/ops/enquiries?q=nkosi`, { redirect: 'manual' });
  await expect.poll(() => own.readLog('access')).toMatch(/"GET \/ops\/enquiries\/naledi" 50\d/);
  const logs = (await own.readLog('access')) + (await own.readLog('error')) + own.log();
  expect(logs).toContain('"POST /api/contact" 50');
  expect(logs).not.toMatch(/example\.org|127\.0\.0\.1|thandiwe|nkosi|%40/);
});

it('serves only the API and the enquiries desk if another server has the site', async () => {
  const alone = await startNginx({ root: builtSite, ...servers.ports, withoutSite: true });
  onTestFinished(() => alone.stop());
  for (const path of ['/', '/index.html', '/terms', '/404.html', '/.well-known/security.txt']) {
    const answer = await fetch(alone.url + path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.headers.get('content-security-policy')).toContain('default-src');
  }
  expect((await fetch(`${alone.url}/api/contact`)).status).toBe(405);
  expect((await fetch(`${alone.url}/ops/`)).status).toBe(200);
});

describe('the site behind nginx', () => {
  promisesOf(server, ['gzip']);
  distinguishesVisitors(server);
  refusalsOf(server);
  promisesWhileServersAreDown(server, servers);
});
