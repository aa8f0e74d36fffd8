import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';

import { textHeaders } from '../../contract/security-headers.ts';
import { sendRaw } from '../../testing/raw-http.ts';
import { allowSlowResponse, createHttpServer } from './http-server.ts';

type Started = ReturnType<typeof createHttpServer>;
let started: Started | undefined;

afterEach(() => {
  started?.server.closeAllConnections();
  return started?.close();
});

/** Starts a server on a free port. By default, it answers with the path and the host. */
async function listen(
  options: Parameters<typeof createHttpServer>[1] = {},
  listener: RequestListener = (request, response) => {
    request.resume();
    response.end(`asked for ${request.url} of ${request.headers.host}`);
  },
): Promise<string> {
  started = createHttpServer(listener, options);
  await once(started.server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(started.server.address() as AddressInfo).port}`;
}

const readWhole: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('read'));
};

const last = 'Host: a\r\nConnection: close\r\n\r\n';

it.each(['http://[/', 'http://', 'foo://[::1]:x/a', 'ftp://a/b', '*', '/%ff', '/%zz', '/a%'])(
  'answers the target %s with 400 and a sentence',
  async (target) => {
    const answer = await sendRaw(await listen(), `GET ${target} HTTP/1.1\r\n${last}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*The URL of the request is not valid\.$/s);
    for (const [name, value] of Object.entries(textHeaders)) {
      expect(answer).toContain(`${name}: ${value}\r\n`);
    }
  },
);

it.each(['GET / HTTP/1.1\r\nExpect: tea\r\n', 'CONNECT a:25 HTTP/1.1\r\n', 'tea\r\n'])(
  'requires HTTPS for subdomains if configured to, even in the answer to %j',
  async (head) => {
    const answer = await sendRaw(await listen({ includeSubDomains: true }), `${head}${last}`);
    expect(answer).toMatch(
      /^HTTP\/1\.1 4.*\r\nStrict-Transport-Security: \S+; includeSubDomains\r\n/s,
    );
  },
);

it('accepts an absolute URL as the target', async () => {
  const target = 'http://www.example.org/b?c=%ff';
  const answer = await sendRaw(await listen(), `GET ${target} HTTP/1.1\r\n${last}`);
  expect(answer).toMatch(/asked for \/b\?c=%ff of www\.example\.org$/);
});

it('answers 400 to a request with two Host headers, and to CONNECT', async () => {
  const url = await listen();
  const twice = await sendRaw(url, `GET / HTTP/1.1\r\nHost: a\r\n${last}`);
  expect(twice).toMatch(/^HTTP\/1\.1 400 .*more than one Host header\.$/s);
  const tunnel = await sendRaw(url, `CONNECT a:25 HTTP/1.1\r\n${last}`);
  expect(tunnel).toMatch(/^HTTP\/1\.1 400 .*Strict-Transport-Security.*is malformed\.$/s);
});

it.each(['', 'Expect: 100-continue\r\n'])(
  'rejects a body by its Content-Length before reading it, with the additional header %j',
  async (expectation) => {
    const url = await listen({ maxBodySize: 100 });
    const head = `POST / HTTP/1.1\r\n${expectation}Content-Length: 101\r\n${last}`;
    expect(await sendRaw(url, head)).toMatch(/^HTTP\/1\.1 413 .*The request is too large\.$/s);
  },
);

it('answers 100 Continue if the body is acceptable', async () => {
  const url = await listen();
  const head = `POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n${last}`;
  expect(await sendRaw(url, `${head}{}`)).toMatch(/^HTTP\/1\.1 100 .*HTTP\/1\.1 200 /s);
});

it('disconnects a client that does not finish its body after a 413', async () => {
  const timeouts = { requestTimeout: 200, headersTimeout: 100, connectionsCheckingInterval: 50 };
  const url = await listen({ maxBodySize: 100, ...timeouts });
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n';
  const answer = await sendRaw(url, `${head}byte`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
});

it.each([false, true])(
  'disconnects a client that does not read its response (slow response allowed: %s)',
  async (mayBeSlow) => {
    let onGone = (): void => undefined;
    const gone = new Promise<void>((resolve) => (onGone = resolve));
    const url = await listen({ answerTimeout: 200 }, (request, response) => {
      request.socket.once('close', onGone);
      if (mayBeSlow) allowSlowResponse(response);
      response.end(Buffer.alloc(64 * 1_048_576));
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await gone;
    socket.destroy();
  },
);

it('does not time out a slow response while parts of it are sent', async () => {
  const url = await listen({ answerTimeout: 300 }, (_request, response) => {
    allowSlowResponse(response);
    let parts = 0;
    const sending = setInterval(() => {
      response.write('a part, ');
      if ((parts += 1) < 15) return;
      clearInterval(sending);
      response.end('the end');
    }, 60);
  });
  expect(await sendRaw(url, `GET / HTTP/1.1\r\n${last}`)).toMatch(/the end/);
});

it('disconnects a client that pipelines too many requests', async () => {
  let asked = 0;
  const url = await listen({ maxPipelined: 5 }, () => (asked += 1));
  expect(await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000))).toBe('');
  expect(asked).toBe(5);
});

it('limits the requests per connection, and closes it after the last response', async () => {
  const url = await listen({ requestsPerConnection: 3 });
  const answer = await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  expect(answer.match(/Connection: \S+/g)).toEqual([
    ...['Connection: keep-alive', 'Connection: keep-alive', 'Connection: close'],
  ]);
});

it('answers 408 to a body below the minimum rate, and waits for one above it', async () => {
  const url = await listen({ bodyTimeout: 150, bytesPerSecond: 20 }, readWhole);
  const head = 'POST / HTTP/1.1\r\nConnection: close\r\nHost: a\r\nContent-Length: 20\r\n\r\n';
  expect(await sendRaw(url, `${head}{`)).toMatch(/^HTTP\/1\.1 408 /);
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  socket.write(head);
  const sending = setInterval(() => socket.write('abcd'), 100);
  const [answer] = (await once(socket, 'data')) as [string];
  clearInterval(sending);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

it('refuses only a network that has too many unfinished bodies', async () => {
  const url = await listen({ bodiesPerNetwork: 2, trustedProxyHops: 1 }, readWhole);
  const send = (from: string, body: string) =>
    `POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n${body}`;
  const slow = [1, 2].map(() => connect(Number(new URL(url).port), '127.0.0.1'));
  for (const socket of slow) socket.write(send('203.0.113.1', '{'));
  await expect
    .poll(() => sendRaw(url, send('198.51.100.1, 203.0.113.1', '{}')))
    .toMatch(/^HTTP\/1\.1 429 .*Too many requests from your network are still being sent\.$/s);
  expect(await sendRaw(url, send('203.0.113.2', '{}'))).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of slow) socket.destroy();
  await expect.poll(() => sendRaw(url, send('203.0.113.1', '{}'))).toMatch(/^HTTP\/1\.1 200 /);
});

it('limits the number of connections', async () => {
  const url = await listen({ maxConnections: 2 });
  const open = [1, 2].map(() => connect(Number(new URL(url).port), '127.0.0.1'));
  await Promise.all(open.map((socket) => once(socket, 'connect')));
  expect(await sendRaw(url, `GET / HTTP/1.1\r\n${last}`)).toBe('');
  for (const socket of open) socket.destroy();
});

it('answers earlier requests before a malformed one', async () => {
  const url = await listen({}, (_request, response) => void setImmediate(() => response.end('ok')));
  const answer = await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\nhello\r\n\r\nhello');
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

it('answers a slow request even if a malformed one follows it', async () => {
  const url = await listen({}, (request, response) => {
    request.resume();
    if (request.url === '/slow') setTimeout(() => response.end('taken'), 50);
    else response.writeHead(415).end();
  });
  const slow = 'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}';
  const unread = 'POST /quick HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n2\r\n{}';
  expect(await sendRaw(url, slow + unread)).toMatch(/taken.*HTTP\/1\.1 415 /s);
});

it('closes the connection after an upgrade request', async () => {
  const upgrade = 'GET /a HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n';
  const answer = await sendRaw(await listen(), `${upgrade}GET /b HTTP/1.1\r\n${last}`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*Connection: close.*asked for \/a of a$/s);
});

it('before closing, answers requests that arrived while the process was blocked', async () => {
  const { port } = new URL(await listen());
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  socket.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  const closed = started?.close();
  started = undefined;
  socket.write('GET /late HTTP/1.1\r\nHost: a\r\n\r\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  const [answer] = (await once(socket, 'data')) as [string];
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*Connection: close.*asked for \/late of a$/s);
  await closed;
});
