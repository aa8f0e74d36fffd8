import { scryptSync } from 'node:crypto';
import { expect, it, vi } from 'vitest';

import { hashPassword, verifyPassword } from './password.ts';

// Hashing is slow by design, and slower still while other tests are running.
vi.setConfig({ testTimeout: 30_000 });

it('accepts the password that was hashed and no other', async () => {
  const hash = await hashPassword('korrekt paard ⚡ battery');
  expect(await verifyPassword('korrekt paard ⚡ battery', hash)).toBe(true);
  expect(await verifyPassword('korrekt paard ⚡ batterie', hash)).toBe(false);
  expect(await verifyPassword('', hash)).toBe(false);
});

it('stores the salt and the parameters with the hash, and uses a new salt each time', async () => {
  const [first, second] = await Promise.all([hashPassword('same'), hashPassword('same')]);
  expect(first).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(first).not.toBe(second);
  expect(first).not.toContain('same');
});

it('verifies a hash that was made with other parameters', async () => {
  const salt = Buffer.from('0123456789abcdef');
  const key = scryptSync('older', salt, 32, { N: 1024, r: 8, p: 1 });
  const hash = `scrypt$1024$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
  expect(await verifyPassword('older', hash)).toBe(true);
});

it('treats composed and decomposed letters alike', async () => {
  expect(await verifyPassword('Zoe\u0308', await hashPassword('Zo\u00eb'))).toBe(true);
});
