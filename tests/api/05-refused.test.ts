import { request } from 'node:http';
import { afterAll, expect, it } from 'vitest';

import { startApiUnderTest } from '#support/api-under-test.ts';
import { createUniqueEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { sendRaw } from '#support/raw-http.ts';
import { expectWithin } from '#support/wait-for.ts';

const site = 'https://www.example.co.za';
const api = forAllTests(() => startApiUnderTest({ SITE_URL: site }));

async function send(body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };
const everyField = [
  'First Name: First name is required.',
  'Last Name: Last name is required.',
  'Email: Please enter a valid email address.',
  'Organisation: Organisation is required.',
  'Message: Message must be at least 10 characters long.',
].join('\n');

afterAll(async () => {
  // Of everything that is refused here, nothing is queued.
  const queued = (await api.jobs()).filter(({ data }) => data.form.organisation === 'REFUSED');
  expect(queued).toEqual([]);
});

it('names each invalid field with the reason in a plain sentence', async () => {
  const response = await api.post(
    createUniqueEnquiry({ email: 'thandiwe@', message: 'Too short', organisation: 'REFUSED' }),
  );
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe(
    'Email: Please enter a valid email address.\n' +
      'Message: Message must be at least 10 characters long.',
  );
});

it.each([
  ['an empty object', '{}'],
  ['nothing at all', ''],
  ['values that are not text', '{"firstName":{"$gt":""},"lastName":1,"email":[],"message":null}'],
])('treats %s as an empty form', async (_what, body) => {
  expect(await send(body)).toEqual({ status: 400, text: everyField });
});

it('treats invisible characters as blanks, and refuses line breaks in names', async () => {
  const blank = '\u3164\u200B\u2800\u00AD\u115F'.repeat(4);
  const names = { firstName: blank, lastName: blank, organisation: blank };
  const response = await api.post({ ...names, email: blank, message: blank });
  expect(await response.text()).toBe(everyField);
  const injected = await api.post(createUniqueEnquiry({ firstName: 'T\r\nBcc: a@example.org' }));
  expect(await injected.text()).toBe('First Name: First name must be a single line of text.');
});

it('refuses two values for a field, and ignores prototype keys', async () => {
  const body = new URLSearchParams({ ...createUniqueEnquiry({ organisation: 'REFUSED' }) });
  const twice = { ...formType, Accept: 'application/json' };
  expect((await send(`${body.toString()}&firstName=Second`, twice)).status).toBe(400);
  const rest = JSON.stringify(createUniqueEnquiry()).slice(1);
  expect((await send(`{"__proto__":{"email":"a"},"constructor":1,${rest}`)).status).toBe(202);
  expect(
    (
      await send(
        `__proto__=a&${new URLSearchParams({ ...createUniqueEnquiry() }).toString()}`,
        twice,
      )
    ).status,
  ).toBe(202);
});

it.each([
  ['{"firstName":', 400, 'The request is not a valid JSON object.'],
  ['[]', 400, 'The request is not a valid JSON object.'],
  ['null', 400, 'The request is not a valid JSON object.'],
  [`{"firstName":${'['.repeat(15_000)}${']'.repeat(15_000)}}`, 400, everyField],
  ['x'.repeat(65_537), 413, 'Your message is too large. It can have at most 5000 characters.'],
])(
  'answers malformed and large JSON with its status and a sentence',
  async (body, status, text) => {
    expect(await send(body)).toEqual({ status, text });
  },
);

it.each(['%ED%A0%80', '%FF', '%C3', '%zz', '%'])('refuses a form with %s', async (code) => {
  const body = new URLSearchParams({ ...createUniqueEnquiry({ organisation: 'REFUSED' }) });
  const headers = { ...formType, Accept: 'application/json' };
  const { status, text } = await send(`${body.toString()}${code}`, headers);
  expect(status).toBe(400);
  expect(text).toContain('The request is not valid UTF-8.');
});

it('reads only uncompressed UTF-8, as JSON or a form', async () => {
  const body = JSON.stringify(createUniqueEnquiry({ organisation: 'REFUSED' }));
  expect(await send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toEqual({
    status: 400,
    text: 'The request is not valid UTF-8.',
  });
  for (const charset of ['latin1', '"us-ascii"', 'utf-8; charset=utf-7', 'utf-8;charset=']) {
    const answer = await send(body, { 'Content-Type': `application/json; charset=${charset}` });
    expect(answer).toEqual({ status: 415, text: 'Please send the form in UTF-8.' });
  }
  expect(await send(body, { 'Content-Encoding': 'gzip' })).toEqual({
    status: 415,
    text: 'Please send the form without compressing it.',
  });
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'json', 'constructor']) {
    const { status, text } = await send(body, { 'Content-Type': type });
    expect(status).toBe(415);
    expect(text).toMatch(/^Please send the form as application\/json or /);
  }
});

it('refuses a declared length over 64 kB without waiting for the body', async () => {
  const head = 'POST /api/contact HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
  const rest = 'Content-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n';
  expect(await sendRaw(api.url, head + rest)).toMatch(/^HTTP\/1\.1 413 .*is too large\./s);
});

it('refuses a body over 64 kB that has no declared length', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json' };
    const sending = request(`${api.url}/api/contact`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.on('error', reject);
    for (let sent = 0; sent < 70; sent += 1) sending.write(' '.repeat(1_024));
    sending.end('{}');
  });
  expect(status).toBe(413);
});

it('accepts the longest message, also percent-encoded with three bytes a character', async () => {
  const form = createUniqueEnquiry({ message: '漢'.repeat(5_000), organisation: '字'.repeat(200) });
  expect((await api.post(form)).status).toBe(202);
  expect((await api.postForm({ ...form, firstName: 'Other' })).headers.get('location')).toMatch(
    /\/sent\/#[0-9A-Z]{4}-[0-9A-Z]{4}$/,
  );
});

it('answers other methods, paths, long headers and malformed HTTP in a sentence', async () => {
  const get = await fetch(`${api.url}/api/contact`);
  expect([get.status, get.headers.get('allow'), await get.text()]).toEqual([
    405,
    'POST, OPTIONS',
    'This address accepts only POST requests.',
  ]);
  const nowhere = await fetch(`${api.url}/api/contact/nowhere`);
  expect([nowhere.status, await nowhere.text()]).toEqual([
    404,
    'There is nothing at this address.',
  ]);
  const padded = await api.post(createUniqueEnquiry(), { 'X-Padding': 'x'.repeat(9_000) });
  expect([padded.status, await padded.text()]).toEqual([431, 'The request headers are too large.']);
  for (const raw of ['GET //[ HTTP/1.1\r\nHost: a\r\nConnection: close', 'no HTTP at all']) {
    const text = await sendRaw(api.url, `${raw}\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 40[04] .*\r\n\r\nThe[^<>]+\.$/s);
  }
});

it('answers 408 to a body that does not arrive within 20 seconds', async () => {
  const head = 'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const answer = await sendRaw(api.url, `${head}Content-Length: 100\r\n\r\n{"firstName":`);
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*The request took too long to arrive\.$/s);
});

it('answers with problem details (RFC 9457) if the client asks for JSON', async () => {
  for (const Accept of ['application/problem+json', 'application/json, text/plain;q=0.5']) {
    const response = await api.post(createUniqueEnquiry({ email: 'none' }), { Accept });
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'Please correct the form and send it again.',
      errors: { email: 'Please enter a valid email address' },
    });
  }
});

it('sends browsers without JavaScript to a page that names the field or the status', async () => {
  const form = createUniqueEnquiry({ organisation: 'REFUSED' });
  async function answerTo(values: Record<string, string>) {
    const response = await api.postForm(values);
    return `${response.status} ${response.headers.get('location')}`;
  }
  expect(await answerTo({ ...form, email: 'none' })).toBe(`303 ${site}/not-sent/#email`);
  expect(await answerTo({ ...form, message: 'Hi', lastName: '' })).toBe(
    `303 ${site}/not-sent/#lastName`,
  );
  expect(await answerTo({ padding: 'x'.repeat(66_000) })).toBe(`303 ${site}/not-sent/#413`);
});

const unavailable = 'We cannot accept messages at the moment. Please try again in 10 seconds.';

it('refuses within 2.5 seconds while Redis is away or hangs, and recovers', async () => {
  const redis = await startOwnRedis();
  await redis.kill();
  const ownApi = await startApiUnderTest({ REDIS_URL: redis.url, SITE_URL: site });
  async function isRefused() {
    const response = await ownApi.post(createUniqueEnquiry());
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('10');
    expect(await response.text()).toBe(unavailable);
  }
  const refusedWithin = (milliseconds: number) =>
    expectWithin(milliseconds, isRefused, () => fetch(`${ownApi.url}/healthz`));
  const accepts = () =>
    expect.poll(async () => (await ownApi.post(createUniqueEnquiry())).status).toBe(202);

  await refusedWithin(500);
  expect((await fetch(`${ownApi.url}/readyz`)).status).toBe(503);
  expect((await ownApi.postForm({ ...createUniqueEnquiry() })).headers.get('location')).toBe(
    `${site}/not-sent/#503`,
  );
  await redis.start();
  await accepts();
  expect((await fetch(`${ownApi.url}/readyz`)).status).toBe(200);
  redis.hang();
  await Promise.all(Array.from({ length: 20 }, () => refusedWithin(2_500)));
  redis.resume();
  await accepts();
  await redis.kill();
  await refusedWithin(500);
  await redis.start();
  await accepts();
  await ownApi.stopApi();
  await redis.stop();
});

it('logs why Redis refused, and nothing of the enquiry', async () => {
  const redis = await startOwnRedis(['--maxmemory', '1kb']);
  const ownApi = await startApiUnderTest({ REDIS_URL: redis.url });
  await redis.kill();
  await ownApi.post(createUniqueEnquiry({ firstName: 'Unmistakable' }));
  await expect.poll(ownApi.log).toContain('"reason":"not connected"');
  expect(ownApi.log()).not.toMatch(/unmistakable/i);
  await ownApi.stopApi();
  await redis.stop();
});
