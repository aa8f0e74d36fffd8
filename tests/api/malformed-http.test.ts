import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

import { expect, it } from 'vitest';

import { createHttpServer } from '../../platform/http/http-server.ts';
import { securityHeaders } from '../../contract/security-headers.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { sendRaw } from '../../testing/raw-http.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

it.each([
  ['text that is not HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 .*The request is malformed\.$/s],
  [
    'a request with two lengths',
    'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    /^HTTP\/1\.1 400 .*The request is malformed\.$/s,
  ],
  [
    'a request with headers of 9 kB',
    `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Padding: ${'x'.repeat(9_000)}\r\n\r\n`,
    /^HTTP\/1\.1 431 .*request headers are too large\.$/s,
  ],
  [
    'a request without a Host header',
    'GET /healthz HTTP/1.1\r\n\r\n',
    /^HTTP\/1\.1 400 .*request has no Host header\.$/s,
  ],
  [
    'an Expect header that is not 100-continue',
    'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n',
    /^HTTP\/1\.1 417 .*supports only 100-continue\.$/s,
  ],
])('answers %s with a plain sentence', async (_what, bytes, expected) => {
  const answer = await sendRaw(api.url, bytes);
  expect(answer).toMatch(expected);
  const headers = { ...securityHeaders, 'Cache-Control': 'no-store' };
  for (const [name, value] of Object.entries(headers))
    expect(answer).toContain(`${name}: ${value}`);
  expect(answer).toContain("Content-Security-Policy: default-src 'none'");
  expect(answer).not.toMatch(/node|express|at \//i);
});

it('refuses TRACE and CONNECT, without echoing the request', async () => {
  const trace =
    'TRACE /api/contact HTTP/1.1\r\nHost: a\r\nX-Mark: marked\r\nConnection: close\r\n\r\n';
  const traced = await sendRaw(api.url, trace);
  expect(traced).toMatch(/^HTTP\/1\.1 405 /);
  expect(traced).not.toContain('marked');
  const tunnelled = await sendRaw(api.url, 'CONNECT localhost:25 HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(tunnelled).not.toMatch(/^HTTP\/1\.1 2/);
});

it('disconnects a client that sends its headers or body too slowly', async () => {
  const listener = (request: NodeJS.ReadableStream) => void request.resume();
  const { server, close } = createHttpServer(listener, {
    headersTimeout: 300,
    requestTimeout: 600,
    connectionsCheckingInterval: 100,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const head = 'POST / HTTP/1.1\r\nHost: a\r\n';
  const answers = await Promise.all([
    sendRaw(url, head),
    sendRaw(url, `${head}Content-Length: 10\r\n\r\nabc`),
  ]);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*The request took too long to arrive\.$/s);
  }
  await close();
});
