import * as crypto from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';

import { checkFormToken, issueFormToken } from '../../api/screening/form-token.ts';
import { hashPassword, verifyPassword } from '../../storage/password.ts';

// Timing is too noisy to measure, so the tests check that `timingSafeEqual` is called.
vi.mock(import('node:crypto'), async (load) => {
  const real = await load();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

beforeEach(() => void vi.mocked(crypto.timingSafeEqual).mockClear());

it.each(['right', 'wrong'])('compares a %s password in constant time', async (password) => {
  const hash = await hashPassword('right');
  expect(await verifyPassword(password, hash)).toBe(password === 'right');
  expect(crypto.timingSafeEqual).toHaveBeenCalledOnce();
});

it('compares the signature of a form token in constant time', () => {
  const key = crypto.createSecretKey(Buffer.alloc(32));
  const token = issueFormToken(key, 0);
  expect(checkFormToken(key, token, 5_000)).toBe('good');
  expect(checkFormToken(key, `${token.slice(0, -2)}xx`, 5_000)).toBe('forged-token');
  expect(crypto.timingSafeEqual).toHaveBeenCalledTimes(2);
});
