import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

async function send(body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

async function stored(message: string) {
  return (await api.jobs()).map(({ data }) => data.form).find((form) => form.message === message);
}

it('queues HTML, template syntax and MongoDB operators as typed', async () => {
  const typed = createUniqueEnquiry({
    firstName: '{{7*7}}${7*7}<%= 7*7 %>',
    lastName: "Robert'); DROP TABLE users;--",
    organisation: '<img src=x onerror=alert(1)>',
    message: '{"$gt": ""} __proto__ constructor $where $ne <script>alert(1)</script>',
  });
  expect((await send(JSON.stringify(typed))).status).toBe(202);
  expect(await stored(typed.message)).toEqual(typed);
});

it('rejects a MongoDB operator in place of text, and ignores prototype keys', async () => {
  const operators = { ...createUniqueEnquiry(), email: { $gt: '' } };
  expect(await send(JSON.stringify(operators))).toEqual({
    status: 400,
    text: 'Email: Please enter a valid email address.',
  });
  const form = JSON.stringify(createUniqueEnquiry()).slice(1);
  expect((await send(`{"__proto__":{"email":"a"},"constructor":1,${form}`)).status).toBe(202);
  expect({}).not.toHaveProperty('email');
});

it('uses the last of two values for a field in JSON, and refuses two in a form', async () => {
  const form = createUniqueEnquiry();
  const twice = `{"firstName":"First",${JSON.stringify(form).slice(1)}`;
  expect((await send(twice)).status).toBe(202);
  expect((await stored(form.message))?.firstName).toBe(form.firstName);
  const body = `${new URLSearchParams({ ...form }).toString()}&firstName=Second`;
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await send(body, type)).status).toBe(400);
});

it('answers 400 to deep nesting and to a huge number', async () => {
  const deep = `{"firstName":${'['.repeat(15_000)}${']'.repeat(15_000)}}`;
  expect((await send(deep)).status).toBe(400);
  expect((await send(`{"firstName":${'9'.repeat(30_000)}}`)).status).toBe(400);
});

it.each(['%ED%A0%80', '%FF', '%E9', '%C3', '%E0%80%AF', '%zz', '%'])(
  'refuses a form with %s, which is not valid UTF-8',
  async (code) => {
    const body = new URLSearchParams({ ...createUniqueEnquiry() });
    const type = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/plain' };
    const { status, text } = await send(`${body.toString()}${code}`, type);
    expect(status).toBe(400);
    expect(text).toContain('The request is not valid UTF-8.');
  },
);

it('says that it reads only uncompressed UTF-8', async () => {
  const form = JSON.stringify(createUniqueEnquiry());
  expect(await send(Buffer.from([...Buffer.from('{"firstName":"'), 0xff, 0x22, 0x7d]))).toEqual({
    status: 400,
    text: 'The request is not valid UTF-8.',
  });
  const hidden = ['utf-8; charset=utf-7', '"utf-8";a=b; Charset = "UTF-7"', 'utf-8;charset='];
  for (const charset of ['latin1', 'utf-16', 'utf-7', '"us-ascii"', ...hidden]) {
    expect(await send(form, { 'Content-Type': `application/json; charset=${charset}` })).toEqual({
      status: 415,
      text: 'Please send the form in UTF-8.',
    });
  }
  for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip']) {
    expect(await send(form, { 'Content-Encoding': encoding })).toEqual({
      status: 415,
      text: 'Please send the form without compressing it.',
    });
  }
});
