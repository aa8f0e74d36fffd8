import { expect, it } from 'vitest';

import { maskJobData } from './queue-board.server.ts';

it('hides what a visitor typed, but shows the id', () => {
  const form = { firstName: 'Thandiwe', message: 'We need a secretariat.' };
  expect(maskJobData({ version: 1, id: 'abc', form })).toEqual({
    version: 1,
    id: 'abc',
    form: '[hidden]',
  });
});

it.each([[{ id: { email: 'a@b.c' } }], ['a@b.c'], [{ 'a@b.c': 'a@b.c', firstName: 'a@b.c' }]])(
  'hides the values in job data that has an unknown structure: %j',
  (data) => {
    expect(Object.values(maskJobData(data) as object).join('')).not.toContain('a@b.c');
  },
);
