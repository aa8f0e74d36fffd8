import { expect, it } from 'vitest';

import {
  checkCredentials,
  createUser,
  storePassword,
  UsernameTakenError,
} from '../../storage/users.ts';
import { listAccess } from '../../office/features/accounts/access.server.ts';
import { findSession, hashToken } from '../../storage/sessions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { openDatabase } from '../../testing/own-stores.ts';

const database = forAllTests(openDatabase);

it('gives each user a random id, and stores only a hash of the password', async () => {
  const user = await createUser(database, { username: 'Naledi', password: 'a long secret' });
  expect(user.id).toMatch(/^[\da-f]{8}-/);
  const kept = await database.users.findById(user.id).lean();
  expect(kept?.password).toMatch(/^scrypt\$/);
  expect(JSON.stringify(kept)).not.toContain('a long secret');
});

it('accepts only the right password', async () => {
  const user = await createUser(database, { username: 'sipho', password: 'another secret' });
  const check = (username: string, password: string) =>
    checkCredentials(database, { username, password });
  expect(await check('sipho', 'another secret')).toEqual(user);
  expect(await check('SIPHO ', 'another secret')).toEqual(user);
  expect(await check('sipho', 'wrong')).toBeUndefined();
  expect(await check('sipho', '')).toBeUndefined();
  expect(await check('nobody', 'another secret')).toBeUndefined();
});

it('reads accounts, sessions and passkeys that older versions have stored', async () => {
  const { id: userId, passwordChangedAt } = await createUser(database, {
    username: 'older',
    password: 'a long secret',
  });
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 60_000);
  // Older versions stored no name, email address or last sign-in of an account.
  expect(await database.users.findById(userId).lean()).not.toHaveProperty('name');
  await database.sessions.collection.insertOne({
    ...{ _id: hashToken('older') as never, publicId: 'x', userId, passwordChangedAt },
    ...{ browser: 'Firefox on Linux', createdAt: now, lastSeenAt: now, expiresAt },
  });
  const key = { _id: 'older' as never, userId, publicKey: 'x', counter: 0, transports: [] };
  await database.passkeys.collection.insertOne({ ...key, name: 'Laptop', createdAt: now });
  const account = { username: 'older', name: 'older', email: '', role: 'staff' };
  expect(await findSession(database, 'older')).toMatchObject({ account });
  const access = await listAccess(database, userId);
  expect(access.map(({ kind, lastUsedAt }) => [kind, lastUsedAt])).toEqual([
    ['passkey', null],
    ['session', now],
  ]);
});

it('does not replace a password that has changed since it was checked', async () => {
  const { passwordChangedAt } = await createUser(database, {
    username: 'zodwa',
    password: 'first secret',
  });
  const change = (password: string) =>
    storePassword(database, { username: 'zodwa', password, passwordChangedAt });
  expect(await change('second secret')).toMatchObject({ username: 'zodwa' });
  expect(await change('third secret')).toBeUndefined();
  const now = { username: 'zodwa', password: 'second secret' };
  expect(await checkCredentials(database, now)).toBeDefined();
});

it('accepts each username only once, even in concurrent requests', async () => {
  const asked = await Promise.allSettled([
    createUser(database, { username: 'lerato', password: 'first secret' }),
    createUser(database, { username: 'Lerato', password: 'second secret' }),
  ]);
  const refused = asked.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toBeInstanceOf(UsernameTakenError);
});

it('requires both a username and a password', async () => {
  await expect(createUser(database, { username: ' ', password: 'x' })).rejects.toThrow(RangeError);
  await expect(createUser(database, { username: 'x', password: '' })).rejects.toThrow(RangeError);
});
