import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { request as requestPlainly, type IncomingHttpHeaders } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

import { builtSite } from '../../dev/build-site.ts';
import { createEnquiry } from '../../testing/enquiry.ts';
import type { ServersBehindProxy } from './servers-behind-proxy.ts';
import type { WebServer } from './web-server.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request exactly as given, because fetch would decode bodies and normalise paths. */
export function ask(server: WebServer, path: string, options: Ask = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options;
  const { port, certificate: ca } = server;
  const request = ca ? requestSecurely : requestPlainly;
  const named = ca ? { Host: 'localhost', ...headers } : headers;
  const target = { host: '127.0.0.1', port, path, method, headers: named, agent: false };
  return new Promise((resolve, reject) => {
    const sent = request({ ...target, ca, servername: 'localhost' }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, body: Buffer.concat(chunks) });
      });
    });
    // Limits the wait for a connection: if a container's network fails, packets are retried for
    // minutes.
    const timer = setTimeout(() => {
      sent.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' }));
    }, 10_000);
    const connected = () => clearTimeout(timer);
    sent.on('socket', (socket) => socket.once('connect', connected));
    sent.on('close', connected);
    sent.on('error', reject);
    sent.end(body);
  });
}

/** An enquiry to the API, as JSON. */
export function enquiryFrom(lastName: string, headers: Record<string, string> = {}): Ask {
  const body = JSON.stringify(
    createEnquiry({ lastName, email: `${lastName.replace(' ', '-').toLowerCase()}@example.org` }),
  );
  return { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body };
}

interface Rules {
  everywhere: Record<string, string>;
  immutable: Record<string, string>;
}

function readRules(): Rules {
  return JSON.parse(readFileSync(join(`${builtSite}-headers`, 'headers.json'), 'utf8')) as Rules;
}

// The API has none of these routes and would answer 404.
const officePaths = [
  '/api/contact-submissions',
  '/api/contact-submissions?limit=5',
  '/api/contact-submissions/0189f7a0-0000-7000-8000-000000000000',
  '/ops/queues',
  '/ops/queues/api/queues',
];

/** The tests that each of our web servers must pass. */
export function promisesOf(
  server: WebServer,
  encodings: ('br' | 'gzip')[],
  site = builtSite,
  rules = readRules(),
): void {
  const everywhere = Object.fromEntries(
    Object.entries(rules.everywhere).map(([name, value]) => [name.toLowerCase(), value]),
  );

  it.each([
    ['/', 'index.html'],
    ['/terms', 'terms/index.html'],
    ['/terms/', 'terms/index.html'],
    ['/paia', 'paia/index.html'],
  ])('serves the page %s, to be revalidated each time', async (path, file) => {
    const answer = await ask(server, path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(await readFile(join(site, file)));
    expect(answer.headers['content-type']).toMatch(/^text\/html; charset=utf-8$/i);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers).toMatchObject(everywhere);
  });

  it.each(encodings)("serves the build's %s-compressed file", async (name) => {
    const answer = await ask(server, '/', { headers: { 'Accept-Encoding': name } });
    expect(answer.headers['content-encoding']).toBe(name);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    const suffix = name === 'br' ? 'br' : 'gz';
    expect(answer.body).toEqual(await readFile(join(site, `index.html.${suffix}`)));
    const page = name === 'br' ? brotliDecompressSync(answer.body) : gunzipSync(answer.body);
    expect(page).toEqual(await readFile(join(site, 'index.html')));
    expect(answer.headers).toMatchObject(everywhere);
  });

  it.each(['assets', 'fonts'])('lets browsers cache the files in /%s forever', async (folder) => {
    const names = await readdir(join(site, folder));
    const name = names.find((file) => /\.(js|woff2)$/.test(file));
    const answer = await ask(server, `/${folder}/${name}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe(rules.immutable['Cache-Control']);
    expect(answer.headers['content-type']).toMatch(/javascript|font\/woff2/);
    expect(answer.headers).toMatchObject(everywhere);
  });

  it('answers 304 to a browser that has the page cached', async () => {
    const { headers } = await ask(server, '/');
    const again = await ask(server, '/', { headers: { 'If-None-Match': String(headers.etag) } });
    expect(again.status).toBe(304);
  });

  it.each([
    ['/nowhere'],
    ['/assets/gone.js'],
    ['/assets/'],
    ['/fonts'],
    ['/_headers'],
    ['/.env'],
    ['/.git/config'],
    ['/assets/.hidden'],
    ['/metrics'],
    ['/healthz'],
  ])('answers 404 with the not-found page, uncached: %s', async (path) => {
    const answer = await ask(server, path);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(await readFile(join(site, '404.html')));
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers).toMatchObject(everywhere);
  });

  it.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json'])(
    'serves nothing from outside its folder: %s',
    async (path) => {
      expect([400, 404]).toContain((await ask(server, path)).status);
    },
  );

  it.each([
    ['/documents/terms-and-conditions.pdf', 'application/pdf'],
    ['/site.webmanifest', 'application/manifest+json'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/robots.txt', 'text/plain'],
  ])('sends the content type of %s', async (path, type) => {
    const answer = await ask(server, path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain(type);
  });

  it("does not reveal the server's version or framework", async () => {
    for (const path of ['/', '/nowhere', '/api/nowhere']) {
      const { headers } = await ask(server, path);
      expect(headers.server ?? '').not.toMatch(/\d/);
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.via).toBeUndefined();
    }
  });

  it.each(['/', '/api/contact'])('refuses TRACE for %s', async (path) => {
    const answer = await ask(server, path, { method: 'TRACE', headers: { Marked: 'echo-me' } });
    expect(answer.status).toBe(405);
    expect(answer.body.toString()).not.toContain('echo-me');
  });

  it("forwards enquiries, and adds no headers of the site to the API's responses", async () => {
    const answer = await ask(server, '/api/contact', enquiryFrom('Passed-On'));
    expect(answer.status).toBe(202);
    expect(JSON.parse(answer.body.toString())).toHaveProperty('reference');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect((await ask(server, '/api/nowhere')).headers['content-type']).toMatch(/^text\/plain/);
  });

  it.each(officePaths)('forwards %s to the enquiries desk, which answers 401', async (path) => {
    expect((await ask(server, path)).status).toBe(401);
  });

  it('reaches the enquiries desk at its documented URL, with or without a slash', async () => {
    const [bare, slash] = [await ask(server, '/ops'), await ask(server, '/ops/')];
    expect([bare.status, bare.headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(bare.body).toEqual(slash.body);
  });
}

/** The tests of forwarded headers, which need an API with a low limit per visitor. */
export function distinguishesVisitors(server: WebServer): void {
  it("forwards the visitor's address, and ignores forged headers", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const forged = { 'X-Forwarded-For': `198.51.100.${count}` };
      const sent = await ask(server, '/api/contact', enquiryFrom(`Visitor ${count}`, forged));
      statuses.push(sent.status);
    }
    expect(statuses.slice(0, 2)).toEqual([202, 202]);
    expect(statuses.at(-1)).toBe(429);
  });
}

/** The tests of a web server whose upstreams are down. Call this last: it stops the upstreams. */
export function promisesWhileServersAreDown(server: WebServer, servers: ServersBehindProxy): void {
  it('forwards only staff requests to the enquiries desk', async () => {
    await servers.office.kill();
    for (const path of officePaths) {
      expect((await ask(server, path)).status, path).toBe(503);
    }
    for (const path of ['/api/contact-submissions-elsewhere', '/api/nowhere', '/api']) {
      const answer = await ask(server, path);
      expect(answer.status, path).toBe(404);
      expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    }
    expect((await ask(server, '/api/contact')).status).toBe(405);
  });

  it('answers 503 with Retry-After while the API is down, and still serves pages', async () => {
    await servers.api.kill();
    const answer = await ask(server, '/api/contact', enquiryFrom('Nobody'));
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.body.toString()).toMatch(/^Our server cannot be reached at the moment/);
    expect((await ask(server, '/terms')).status).toBe(200);
  });
}
