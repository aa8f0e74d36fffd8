import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';

import { textHeaders } from '../../contract/security-headers.ts';
import { sendRaw } from '../../testing/raw-http.ts';
import { createHttpServer, letLast } from './http-server.ts';

type Started = ReturnType<typeof createHttpServer>;
let started: Started | undefined;

afterEach(() => {
  started?.server.closeAllConnections();
  return started?.close();
});

/** Listens on a free port, and says what was asked for unless told to do something else. */
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

const last = 'Host: a\r\nConnection: close\r\n\r\n';

it.each(['http://[/', 'http://', 'foo://[::1]:x/a', 'ftp://a/b', '*', '/%ff', '/%zz', '/a%'])(
  'answers 400 in words to the target %s',
  async (target) => {
    const answer = await sendRaw(await listen(), `GET ${target} HTTP/1.1\r\n${last}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*The address of the request cannot be read\.$/s);
    for (const [name, value] of Object.entries(textHeaders)) {
      expect(answer).toContain(`${name}: ${value}\r\n`);
    }
  },
);

it('takes a whole address for the path and the host in it', async () => {
  const target = 'http://www.example.org/b?c=%ff';
  const answer = await sendRaw(await listen(), `GET ${target} HTTP/1.1\r\n${last}`);
  expect(answer).toMatch(/asked for \/b\?c=%ff of www\.example\.org$/);
});

it('answers 400 to a request for two hosts, and to CONNECT', async () => {
  const url = await listen();
  const twice = await sendRaw(url, `GET / HTTP/1.1\r\nHost: a\r\n${last}`);
  expect(twice).toMatch(/^HTTP\/1\.1 400 .*more than once which host it is for\.$/s);
  const tunnel = await sendRaw(url, `CONNECT a:25 HTTP/1.1\r\n${last}`);
  expect(tunnel).toMatch(/^HTTP\/1\.1 400 .*Strict-Transport-Security.*cannot be read\.$/s);
});

it.each(['', 'Expect: 100-continue\r\n'])(
  'refuses a body that says that it is too large, before any of it comes: %j',
  async (expectation) => {
    const url = await listen({ maxBodySize: 100 });
    const head = `POST / HTTP/1.1\r\n${expectation}Content-Length: 101\r\n${last}`;
    expect(await sendRaw(url, head)).toMatch(/^HTTP\/1\.1 413 .*What you sent is too large\.$/s);
  },
);

it('asks for a body that may come', async () => {
  const url = await listen();
  const head = `POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n${last}`;
  expect(await sendRaw(url, `${head}{}`)).toMatch(/^HTTP\/1\.1 100 .*HTTP\/1\.1 200 /s);
});

it('lets a client go that has its answer and goes on sending, without a second one', async () => {
  const timeouts = { requestTimeout: 200, headersTimeout: 100, connectionsCheckingInterval: 50 };
  const url = await listen({ maxBodySize: 100, ...timeouts });
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n';
  const answer = await sendRaw(url, `${head}byte`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
});

it.each([false, true])(
  'lets a client go that does not read its answer, may it last: %s',
  async (mayLast) => {
    let onGone = (): void => undefined;
    const gone = new Promise<void>((resolve) => (onGone = resolve));
    const url = await listen({ answerTimeout: 200 }, (request, response) => {
      request.socket.once('close', onGone);
      if (mayLast) letLast(response);
      response.end(Buffer.alloc(64 * 1_048_576));
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await gone;
    socket.destroy();
  },
);

it('lets an answer that may last take its time while parts of it come', async () => {
  const url = await listen({ answerTimeout: 300 }, (_request, response) => {
    letLast(response);
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

it('lets a client go that asks on and on without waiting for an answer', async () => {
  let asked = 0;
  const url = await listen({ requestsAtOnce: 5 }, () => (asked += 1));
  expect(await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000))).toBe('');
  expect(asked).toBe(5);
});

it('takes only so many requests over one connection, and says which is the last', async () => {
  const url = await listen({ requestsPerConnection: 3 });
  const answer = await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  expect(answer.match(/Connection: \S+/g)).toEqual([
    ...['Connection: keep-alive', 'Connection: keep-alive', 'Connection: close'],
  ]);
});

it('holds only so many connections', async () => {
  const url = await listen({ maxConnections: 2 });
  const open = [1, 2].map(() => connect(Number(new URL(url).port), '127.0.0.1'));
  await Promise.all(open.map((socket) => once(socket, 'connect')));
  expect(await sendRaw(url, `GET / HTTP/1.1\r\n${last}`)).toBe('');
  for (const socket of open) socket.destroy();
});

it('answers what was asked before something that cannot be read, and that last', async () => {
  const url = await listen({}, (_request, response) => void setImmediate(() => response.end('ok')));
  const answer = await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\nhello\r\n\r\nhello');
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

it('answers a request although what follows it cannot be read and was answered sooner', async () => {
  const url = await listen({}, (request, response) => {
    request.resume();
    if (request.url === '/slow') setTimeout(() => response.end('taken'), 50);
    else response.writeHead(415).end();
  });
  const slow = 'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}';
  const unread = 'POST /quick HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n2\r\n{}';
  expect(await sendRaw(url, slow + unread)).toMatch(/taken.*HTTP\/1\.1 415 /s);
});

it('says that nothing is read behind a request to upgrade, and closes', async () => {
  const upgrade = 'GET /a HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n';
  const answer = await sendRaw(await listen(), `${upgrade}GET /b HTTP/1.1\r\n${last}`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*Connection: close.*asked for \/a of a$/s);
});

it('answers what came while the process was held up, before it closes what is idle', async () => {
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
