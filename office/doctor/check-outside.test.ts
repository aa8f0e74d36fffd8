import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';

import { securityHeaders } from '../../contract/security-headers.ts';
import { isLocalHttps } from '../../platform/public-address.ts';
import { makeCertificates } from '../../testing/certificates.ts';
import { checkApi, checkCertificate, checkOffice, checkSite } from './check-outside.ts';
import type { Product } from './finding.ts';

const now = Date.UTC(2026, 10, 22);

it.each([
  [14, 'ok'],
  [13, 'warning'],
  [3, 'warning'],
  [2, 'critical'],
  [-1, 'critical'],
])('grades a certificate with %i days left as %s', (days, level) => {
  const found = checkCertificate('a.example', new Date(now + days * 86_400_000), now);
  const when = days < 0 ? 'expired 1 day ago' : `expires in ${days} days`;
  const says = `The certificate of a.example ${when}.`;
  expect(found).toMatchObject({ level, says });
});

it.each(['https://localhost', 'https://127.0.0.1:8443/', 'https://[::1]', 'https://www.localhost'])(
  'recognises %s as local',
  (url) => {
    expect(isLocalHttps(url)).toBe(true);
  },
);

it('treats any other address as public, including that of npm start', () => {
  const others = ['https://www.example.co.za', 'https://localhost.example.org'];
  for (const url of [...others, 'http://127.0.0.1:4173']) expect(isLocalHttps(url)).toBe(false);
});

const page = {
  ...securityHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'",
};

async function serve(status: number, headers: Record<string, string> = page): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status, headers).end());
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('accepts a home page with all security headers', async () => {
  const found = await checkSite({ siteUrl: await serve(200) } as Product);
  expect(found.map(({ part, level }) => [part, level])).toEqual([
    [undefined, 'ok'],
    ['headers', 'ok'],
  ]);
});

it('warns of a missing header, and names the runbook', async () => {
  const headers: Record<string, string> = { ...page };
  Reflect.deleteProperty(headers, 'X-Content-Type-Options');
  const [, found] = await checkSite({ siteUrl: await serve(200, headers) } as Product);
  expect(found).toMatchObject({
    level: 'warning',
    says: 'Security headers are missing: X-Content-Type-Options.',
  });
  expect(found?.remedy).toContain('See ‘The site is down’ in docs/operations.md.');
});

it.each([
  [500, page],
  [200, { ...page, 'Content-Type': 'text/plain' }],
])('is critical if the home page is an error or not HTML: status %i', async (status, headers) => {
  const [found] = await checkSite({ siteUrl: await serve(status, headers) } as Product);
  expect(found).toMatchObject({
    level: 'critical',
    remedy: 'See ‘The site is down’ in docs/operations.md.',
  });
});

it.each([
  [503, 'See ‘A process is down’ in docs/operations.md.'],
  [500, 'See ‘The API answers with errors’ in docs/operations.md.'],
])('is critical if the API or the enquiries desk answers %i', async (status, remedy) => {
  const url = await serve(status);
  const [api] = await checkApi({ siteUrl: url } as Product);
  const [office] = await checkOffice({ officeUrl: url } as Product);
  expect([api, office]).toMatchObject([
    { level: 'critical', remedy },
    { level: 'critical', remedy },
  ]);
});

it('says that a site cannot be reached, and reports a missing address as unknown', async () => {
  const [down] = await checkSite({ siteUrl: 'http://127.0.0.1:9' } as Product);
  expect(down).toMatchObject({
    level: 'critical',
    says: 'http://127.0.0.1:9 cannot be reached (ECONNREFUSED).',
  });
  const nowhere = { siteUrl: undefined, officeUrl: undefined } as Product;
  for (const check of [checkSite, checkApi, checkOffice]) {
    expect(await check(nowhere)).toMatchObject([{ level: 'unknown' }]);
  }
});

it('grades the certificates of an API and an enquiries desk on their own origins', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const { good, expired } = makeCertificates(folder, 'DNS:localhost');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const serveTls = async (status: number, certificate: typeof good) => {
    const server = createTlsServer(certificate, (_request, response) =>
      response.writeHead(status, page).end(),
    );
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `https://localhost:${(server.address() as AddressInfo).port}`;
  };
  const siteUrl = await serveTls(200, good);
  const apiUrl = await serveTls(405, good);
  const officeUrl = await serveTls(401, expired);
  const product = { siteUrl, apiUrl, officeUrl } as Product;
  expect(await checkApi(product)).toMatchObject([
    { level: 'ok' },
    { part: 'certificate', level: 'ok', says: 'The certificate of localhost expires in 89 days.' },
  ]);
  expect(await checkOffice(product)).toMatchObject([
    { level: 'ok' },
    { part: 'certificate', level: 'critical' },
  ]);
  expect(await checkOffice({ ...product, officeUrl: siteUrl })).toHaveLength(1);
});
