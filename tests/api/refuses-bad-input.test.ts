import { afterAll, expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(startApiUnderTest);

afterAll(async () => {
  expect(await api.jobs()).toEqual([]);
});

function postText(body: string, type = 'application/json') {
  return fetch(`${api.url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
  });
}

const everyField = [
  'First Name: First name is required.',
  'Last Name: Last name is required.',
  'Email: Please enter a valid email address.',
  'Organisation: Organisation is required.',
  'Message: Message must be at least 10 characters long.',
].join('\n');

it('names each invalid field with the reason in a plain sentence', async () => {
  const response = await api.post(
    createUniqueEnquiry({ email: 'thandiwe@', message: 'Too short' }),
  );
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe(
    'Email: Please enter a valid email address.\n' +
      'Message: Message must be at least 10 characters long.',
  );
});

it('treats invisible characters as blanks', async () => {
  const blank = '\u3164\u200B\u2800\u00AD\u115F'.repeat(4);
  const names = { firstName: blank, lastName: blank, organisation: blank };
  const response = await api.post({ ...names, email: blank, message: blank });
  expect(response.status).toBe(400);
  expect(await response.text()).toBe(everyField);
});

it.each([
  ['an empty object', '{}'],
  ['an array', '[]'],
  ['nothing at all', ''],
  ['values that are not text', '{"firstName":{"$gt":""},"lastName":1,"email":[],"message":null}'],
])('treats %s as an empty form', async (_what, body) => {
  const response = await postText(body);
  expect(response.status).toBe(400);
  expect(await response.text()).toBe(everyField);
});

it.each(['{"firstName":', 'null', '"text"', 'firstName=Thandiwe', '{"a":1}}'])(
  'says that %s is not a valid JSON object',
  async (body) => {
    const response = await postText(body);
    expect(response.status).toBe(400);
    expect(await response.text()).toBe('The request is not a valid JSON object.');
  },
);

it.each([
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/xml',
  'json',
  'constructor',
])('refuses the content type %s, and lists the accepted ones', async (type) => {
  const response = await postText(JSON.stringify(createUniqueEnquiry()), type);
  expect(response.status).toBe(415);
  expect(response.headers.get('accept-post')).toBe(
    'application/json, application/x-www-form-urlencoded',
  );
  expect(await response.text()).toMatch(/^Please send the form as application\/json or /);
});

it('refuses line breaks in the fields that appear in email headers', async () => {
  const response = await api.post(createUniqueEnquiry({ firstName: 'T\r\nBcc: all@example.org' }));
  expect(response.status).toBe(400);
  expect(await response.text()).toBe('First Name: First name must be a single line of text.');
});
