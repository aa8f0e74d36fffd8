import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readFiles, serveFiles } from './built-files.ts';

let server: Server;
let url: string;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'built-'));
  for (const name of ['terms', '.well-known']) mkdirSync(join(folder, name));
  for (const [path, text] of [
    ['index.html', 'home'],
    ['terms/index.html', 'terms'],
    ['app.js', 'plain'],
    ['.env', 'secret'],
    ['.well-known/security.txt', 'contact'],
  ] as const) {
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, 'app.js.br'), brotliCompressSync('small'));
  writeFileSync(join(folder, 'app.js.gz'), gzipSync('smaller'));
  const files = readFiles(folder);
  rmSync(folder, { recursive: true });
  const app = express().use(
    serveFiles(
      () => files,
      (response, path) => response.set('X-File', path),
    ),
  );
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + path, { method, headers });

describe('after their folder is deleted, files are served from memory', () => {
  it.each([
    ['/', '/index.html', 'home'],
    ['/terms', '/terms/index.html', 'terms'],
    ['/terms/', '/terms/index.html', 'terms'],
    ['/terms/index.html?a=b', '/terms/index.html', 'terms'],
  ])('at %s', async (path, file, text) => {
    const answer = await ask(path);
    expect(answer.headers.get('x-file')).toBe(file);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toBe(text);
  });

  it.each([
    ['gzip, deflate, br', 'br', 'small'],
    ['gzip, br;q=0', 'gzip', 'smaller'],
    ['identity', null, 'plain'],
  ])('in the smallest accepted encoding: %s', async (accepted, encoding, text) => {
    const answer = await ask('/app.js', { 'Accept-Encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(await answer.text()).toBe(text);
  });

  it('with 304 to a browser that has them cached, and without a body to HEAD', async () => {
    const { headers } = await ask('/', {}, 'HEAD');
    expect(headers.get('content-length')).toBe('4');
    const known = { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
    const again = await ask('/', known);
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

it('serves files in /.well-known/', async () => {
  expect(await (await ask('/.well-known/security.txt')).text()).toBe('contact');
});

it.each(['/.env', '/terms/../.env', '/nowhere', '/assets/', '/%2e%2e/package.json', '/%zz'])(
  'passes a request for %s on to the next handler',
  async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-file')).toBeNull();
  },
);
