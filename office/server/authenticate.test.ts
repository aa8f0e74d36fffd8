import { expect, it } from 'vitest';

import { readCredentials } from './authenticate.ts';

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

it.each([
  ['naledi:a long secret', 'naledi', 'a long secret'],
  ['naledi:with:colons:', 'naledi', 'with:colons:'],
  ['zoë:pässwörd 👋🏽', 'zoë', 'pässwörd 👋🏽'],
  ['naledi:', 'naledi', ''],
])('reads %j', (text, username, password) => {
  expect(readCredentials(basic(text))).toEqual({ username, password });
  expect(readCredentials(basic(text).replace('Basic', 'bAsIc'))).toEqual({ username, password });
});

it.each([
  undefined,
  '',
  'Basic',
  'Basic !!!',
  'Bearer abc',
  basic('no colon'),
  basic(':nobody'),
  basic(`naledi:${'x'.repeat(2_000)}`),
])('finds nothing in %j', (header) => {
  expect(readCredentials(header)).toBeUndefined();
});
