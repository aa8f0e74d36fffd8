import { expect, it } from 'vitest';

import { checkCredentials, createUser, setPassword, UsernameTakenError } from '#storage/users.ts';
import { listPasskeys } from '#storage/passkeys.ts';
import { findSession, hashToken } from '#storage/sessions.ts';
import { findToken } from '#storage/tokens.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { openDatabase } from '#support/own-stores.ts';

const database = forAllTests(openDatabase);

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

it('reads accounts, sessions, passkeys and tokens that older versions have stored', async () => {
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
  expect(await listPasskeys(database, userId)).toMatchObject([{ name: 'Laptop' }]);
  await database.tokens.collection.insertOne({
    ...{ _id: hashToken('ao_older') as never, publicId: 'y', userId, name: 'Script' },
    ...{ scope: 'export', createdAt: now, expiresAt },
  });
  expect(await findToken(database, 'ao_older')).toMatchObject({ account, scope: 'export' });
  // An account that was recovered has a field that this version no longer needs.
  await database.users.collection.updateOne(
    { _id: userId as never },
    { $set: { recoveredAt: now } },
  );
  const secret = { username: 'older', password: 'a long secret' };
  expect(await checkCredentials(database, secret)).toMatchObject(account);
  expect(await setPassword(database, { id: userId, passwordChangedAt }, 'another')).toBeDefined();
  expect(await findSession(database, 'older')).toBeUndefined();
});

it('does not replace a password that has changed since it was checked', async () => {
  const { id, passwordChangedAt } = await createUser(database, {
    username: 'zodwa',
    password: 'first secret',
  });
  const change = (password: string) => setPassword(database, { id, passwordChangedAt }, password);
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
