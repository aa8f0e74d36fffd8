import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { securityHeaders } from '../../contract/security-headers.ts';
import { builtSite } from '../../dev/build-site.ts';
import { sendRaw } from '../../testing/raw-http.ts';
import { ask, type Ask } from './promises.ts';
import type { WebServer } from './web-server.ts';

const assets = join(builtSite, 'assets');

/** Sends raw headers, and expects a refusal in plain text with our headers. Returns its status. */
async function sendHead(server: Pick<WebServer, 'url'>, head: string): Promise<number> {
  const answer = await sendRaw(server.url, `${head}\r\nConnection: close\r\n\r\n`);
  const [top = '', body = ''] = answer.split('\r\n\r\n');
  for (const [name, value] of Object.entries(securityHeaders)) {
    expect(top, head.slice(0, 80)).toContain(`${name}: ${value}`);
  }
  expect(top).toContain("default-src 'none'");
  expect(top).toMatch(/^Cache-Control: no-store$/im);
  expect(top).toMatch(/^Content-Type: text\/plain/im);
  expect(body).toMatch(/^[^<>]{1,100}$/);
  return Number(top.split(' ')[1]);
}

/** Defines the tests of requests that a web server must refuse, and of headers that it ignores. */
export function refusalsOf(server: WebServer): void {
  async function isRefused(path: string, status: number, options: Ask = {}): Promise<void> {
    const answer = await ask(server, path, options);
    expect(answer.status, path).toBe(status);
    for (const [name, value] of Object.entries(securityHeaders)) {
      expect(answer.headers[name.toLowerCase()], `${name} of ${path}`).toBe(value);
    }
    expect(answer.headers['cache-control'], path).toBe('no-store');
    if (options.method === 'HEAD') return;
    const isPage = answer.headers['content-type']?.startsWith('text/html');
    if (isPage) expect(answer.body).toEqual(await readFile(join(builtSite, '404.html')));
    else expect(answer.body.toString()).toMatch(/^[^<>]{1,100}$/);
  }

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    'answers 405 to %s for pages and files, and lists the allowed methods',
    async (method) => {
      for (const path of ['/', '/terms', `/assets/${readdirSync(assets)[0]}`]) {
        await isRefused(path, 405, { method });
        expect((await ask(server, path, { method })).headers.allow).toBe('GET, HEAD');
      }
      await isRefused('/api/contact', 405, { method: 'TRACE' });
      const { headers } = await ask(server, '/api/contact', { method: 'TRACE' });
      expect(headers.allow).toMatch(/POST/);
    },
  );

  it('ignores range headers, and conditional headers on missing files', async () => {
    const { headers } = await ask(server, '/404.html');
    const kept = String(headers.etag);
    for (const asked of [
      { Range: 'bytes=0-9' },
      { Range: 'bytes=99999999-' },
      { 'If-None-Match': kept },
      { 'If-None-Match': '*' },
      { 'If-Modified-Since': 'Sat, 01 Jan 2050 00:00:00 GMT' },
      { 'If-Match': '"other"' },
      { 'If-Unmodified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT' },
    ]) {
      await isRefused('/nowhere', 404, { headers: asked });
      await isRefused('/assets/nowhere.js', 404, { headers: asked });
    }
    for (const Range of ['bytes=0-9', 'bytes=99999999-']) {
      const file = readdirSync(assets).find((name) => name.endsWith('.js')) ?? '';
      const whole = await ask(server, `/assets/${file}`, { headers: { Range } });
      expect(whole.status).toBe(200);
      expect(whole.body).toEqual(await readFile(join(assets, file)));
    }
    await isRefused('/assets/nowhere.js', 404, { method: 'HEAD' });
  });

  it('answers 404 to a path of 300 characters, and to unknown files in /.well-known', async () => {
    await isRefused(`/${'a'.repeat(300)}`, 404);
    await isRefused('/.well-known/.env', 404);
    await isRefused('/.well-known/nothing', 404);
  });

  it('serves the contact for vulnerability reports', async () => {
    const answer = await ask(server, '/.well-known/security.txt');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.body.toString()).toMatch(/^Contact: mailto:.+@.+\nExpires: .+Z\n/);
  });

  it("passes on the API's 413 for a large body before the body is sent", async () => {
    const type = 'Content-Type: application/json';
    const head = `POST /api/contact HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: 9999999`;
    expect(await sendHead(server, head)).toBe(413);
  });
}
