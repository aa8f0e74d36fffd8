import { expect, it } from 'vitest';

import { findSession, hashToken } from '#storage/sessions.ts';
import { findToken } from '#storage/tokens.ts';
import { checkCredentials, createUser } from '#storage/users.ts';
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

it('gives accounts of 0.1.0 the role of what they could see', async () => {
  for (const [username, maySeePersonalData, role] of [
    ['reader', true, 'staff'],
    ['watcher', false, 'ops'],
  ] as const) {
    await createUser(database, { username, password: 'a long secret' });
    const changes = { $set: { maySeePersonalData }, $unset: { role: '', name: '' } };
    await database.users.collection.updateOne({ username }, changes);
    const account = await checkCredentials(database, { username, password: 'a long secret' });
    expect(account).toMatchObject({ username, role, name: username });
  }
});

it('reads accounts, sessions and tokens that older versions have stored', async () => {
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
  const account = { username: 'older', name: 'older', email: '', role: 'staff' };
  expect(await findSession(database, 'older')).toMatchObject({ account });
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
});

it('accepts each username only once, even in concurrent requests', async () => {
  const asked = await Promise.allSettled([
    createUser(database, { username: 'lerato', password: 'first secret' }),
    createUser(database, { username: 'Lerato', password: 'second secret' }),
  ]);
  const refused = asked.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toMatchObject({ code: 11_000 });
});
