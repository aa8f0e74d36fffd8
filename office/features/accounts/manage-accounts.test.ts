import { expect, it } from 'vitest';

import { checkPassword } from './manage-accounts.server.ts';

it.each([
  'marula branch teapot',
  'Xk3-bregma-loft',
  'ndiyakuthanda kakhulu mntase',
  'пароль для хороших людей',
])('accepts %j', async (password) => {
  await expect(checkPassword(password, 'naledi')).resolves.toBeUndefined();
});

it.each([
  ['', /at least 12/],
  ['Xk3-bregma-', /at least 12/],
  ['👋🏽👋🏽👋🏽👋🏽👋🏽', /at least 12/],
  ['x'.repeat(257), /at most 256/],
  ['marula\tbranch teapot', /control characters/],
  ['marula-NALEDI-teapot', /username/],
  ['123456789012', /too easy/],
  ['password1234', /too easy/],
  ['passwordpassword', /too easy/],
  ['qwertyuiop123', /too easy/],
  ['Password123!', /too easy/],
  ['1qaz2wsx3edc', /too easy/],
  ['aaaaaaaaaaaa', /too easy/],
])('refuses %j', async (password, reason) => {
  await expect(checkPassword(password, 'naledi')).rejects.toThrow(reason);
});
