import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { createUniqueEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { ownStores } from '#support/own-stores.ts';
import { startService } from '#support/service.ts';
import { builtSite } from '../../dev/build-site.ts';
import { projectRoot } from '../../dev/processes.ts';
import { startCaddy } from './start-caddy.ts';

const stores = forAllTests(() => {
  const { settings, remove } = ownStores();
  return { settings, stop: remove };
});
const startApi = (TRUSTED_PROXY_HOPS: string) =>
  startService('api', {
    ...{ ...stores.settings, MONGODB_URI: '' },
    ...{ TRUSTED_PROXY_HOPS, RATE_LIMIT_PER_ADDRESS: '5' },
  });
const api = forAllTests(() => startApi('1'));
const office = forAllTests(() =>
  startService('office', { ...stores.settings, TRUSTED_PROXY_HOPS: '1' }),
);
const caddy = forAllTests(() => startCaddy({ api: api.url, office: office.url }));

const built = (file: string) => readFileSync(join(builtSite, file));
const rules = JSON.parse(readFileSync(`${builtSite}-headers/headers.json`, 'utf8')) as {
  everywhere: Record<string, string>;
};
const headersOfSite = Object.fromEntries(
  Object.entries(rules.everywhere).map(([name, value]) => [name.toLowerCase(), value]),
);

type Caddy = Pick<typeof caddy, 'ask'>;

function send(server: Caddy, headers: Record<string, string> = {}) {
  const type = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(createUniqueEnquiry());
  return server.ask('/api/contact', 'POST', { ...type, ...headers }, body);
}

it.each([
  ['/', 'index.html'],
  ['/terms', 'terms/index.html'],
  ['/paia/', 'paia/index.html'],
])('serves %s as built, compressed if asked, and has it revalidated', async (path, file) => {
  const plain = await caddy.ask(path);
  expect([plain.status, plain.body]).toEqual([200, built(file)]);
  expect(plain.headers).toMatchObject({ ...headersOfSite, 'cache-control': 'no-cache' });
  for (const [name, suffix] of [
    ['br', 'br'],
    ['gzip', 'gz'],
  ] as const) {
    const packed = await caddy.ask(path, 'GET', { 'Accept-Encoding': name });
    expect(packed.headers['content-encoding']).toBe(name);
    expect(packed.body).toEqual(built(`${file}.${suffix}`));
  }
  const known = { 'If-None-Match': String(plain.headers.etag) };
  expect((await caddy.ask(path, 'GET', known)).status).toBe(304);
});

it.each([
  ['assets', /javascript/],
  ['fonts', /font\/woff2/],
])('lets browsers cache the files in /%s for a year', async (folder, type) => {
  const name = readdirSync(join(builtSite, folder)).find((file) => /\.(js|woff2)$/.test(file));
  const { status, headers } = await caddy.ask(`/${folder}/${name}`, 'GET', { Range: 'bytes=0-9' });
  expect(status).toBe(200);
  expect(headers).toMatchObject(headersOfSite);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['content-type']).toMatch(type);
});

it.each(['/nowhere', '/assets/gone.js', '/assets/', '/_headers', '/.env', '/metrics', '/healthz'])(
  'answers %s with the not-found page, uncached and with the headers of the site',
  async (path) => {
    const answer = await caddy.ask(path, 'GET', { 'If-None-Match': '*', Range: 'bytes=0-9' });
    expect([answer.status, answer.body]).toEqual([404, built('404.html')]);
    expect(answer.headers).toMatchObject({ ...headersOfSite, 'cache-control': 'no-store' });
    expect(answer.headers.server ?? '').not.toMatch(/\d/);
  },
);

it('serves nothing from outside its folder, and pages only to GET and HEAD', async () => {
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json'])
    expect([400, 404]).toContain((await caddy.ask(path)).status);
  for (const method of ['POST', 'DELETE', 'TRACE']) {
    const { status, headers } = await caddy.ask('/terms', method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  }
  expect((await caddy.ask('/api/contact', 'TRACE')).status).toBe(405);
});

it('forwards the API and the desk, without headers of the site', async () => {
  const { status, headers } = await send(caddy);
  expect(status).toBe(202);
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  expect((await caddy.ask('/api/nowhere')).headers['content-type']).toMatch(/^text\/plain/);
  for (const path of ['/api/contact-submissions?limit=5', '/ops/queues'])
    expect((await caddy.ask(path)).status, path).toBe(401);
  for (const path of ['/ops', '/ops/']) expect((await caddy.ask(path)).status).toBe(200);
});

it('tells visitors apart, also behind a load balancer, and ignores forged addresses', async () => {
  const ownApi = await startApi('2');
  onTestFinished(ownApi.stop);
  const behind = await startCaddy({ api: ownApi.url, office: office.url }, () => ({
    TRUSTED_PROXIES: '10.0.0.0/8 127.0.0.1',
  }));
  onTestFinished(behind.stop);
  const statuses = async (server: Caddy, addressOf: (count: number) => string) => {
    const answered: unknown[] = [];
    for (let count = 0; count < 8; count += 1)
      answered.push((await send(server, { 'X-Forwarded-For': addressOf(count) })).status);
    return answered;
  };
  const many = (count: number) => `198.51.100.${count}`;
  expect(await statuses(behind, many)).toEqual(Array(8).fill(202));
  expect((await statuses(behind, () => '198.51.100.99')).at(-1)).toBe(429);
  expect((await statuses(caddy, many)).at(-1)).toBe(429);
});

it('serves only the API and the desk with SITE=off', async () => {
  const ownCaddy = await startCaddy({ api: api.url, office: office.url }, (port) => ({
    ...{ SITE: 'off', SITE_ADDRESS: '', API_URL: `HTTP://127.0.0.1:${port}/` },
  }));
  onTestFinished(ownCaddy.stop);
  const paths = ['/', '/terms', '/api/contact', '/api/contact-submissions'];
  const statuses = paths.map(async (path) => (await ownCaddy.ask(path)).status);
  expect(await Promise.all(statuses)).toEqual([404, 404, 405, 401]);
});

it('lists the address of each enabled part once, and refuses what is none', () => {
  const script = join(projectRoot, 'deploy/start-web.sh');
  const start = (env: Record<string, string>) => {
    const options = { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' } as const;
    return spawnSync('sh', [script, 'sh', '-c', 'echo "$SITE_ADDRESS"'], options);
  };
  const [site, api, office] = ['www', 'api', 'office'].map((name) => `https://${name}.example`);
  const all = { SITE_ADDRESS: `${site}/`, API_URL: `${api}`, OFFICE_URL: `${office}` };
  expect(start(all).stdout.trim()).toBe(`${site}, ${api}, ${office}`);
  expect(start({ ...all, OFFICE_URL: '', API_URL: `${site}` }).stdout.trim()).toBe(site);
  for (const wrong of [`${site}/path`, `${site}?a=b`, 'www.example', 'ftp://www.example', '/'])
    expect(start({ SITE_ADDRESS: wrong }).stderr, wrong).toContain('SITE_URL must be an address');
});

it("answers 503 while the servers are down, and logs nothing of the visitor's data", async () => {
  const down = await startCaddy({ api: 'http://127.0.0.1:9', office: 'http://127.0.0.1:9' });
  onTestFinished(down.stop);
  const answer = await send(down, { 'X-Forwarded-For': '198.51.100.7', Cookie: 'a=secret' });
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(answer.body.toString()).toMatch(/^Our server cannot be reached at the moment/);
  await down.ask('/ops/enquiries/naledi@example.org?email=thandiwe@example.org');
  expect((await down.ask('/terms')).status).toBe(200);
  const lines = () =>
    down
      .log()
      .split('\n')
      .filter((line) => line.includes('handled request'));
  await expect.poll(lines).toHaveLength(2);
  expect(lines().map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { status: 503, request: { method: 'POST', uri: '/api/contact' } },
    { status: 503, request: { method: 'GET', uri: '/ops/enquiries/naledi' } },
  ]);
  expect(down.log()).not.toMatch(/example\.org|127\.0\.0\.1|198\.51|secret|email/);
});
