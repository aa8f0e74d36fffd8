import { randomBytes, scryptSync } from 'node:crypto';

import type { Database } from '#storage/connection.ts';
import { createUser, type Account } from '#storage/users.ts';

/**
 * Creates an account like `createUser`, but with a cheap password hash, for tests that are not
 * about passwords.
 */
export async function createCheapUser(
  database: Database,
  user: Parameters<typeof createUser>[1] & { password: string },
): Promise<Account> {
  const { password, ...rest } = user;
  const account = await createUser(database, rest);
  const salt = randomBytes(16);
  const cost = { N: 2, r: 8, p: 1 };
  const key = scryptSync(password.normalize('NFKC'), salt, 32, cost);
  const [readableSalt, readableKey] = [salt, key].map((bytes) => bytes.toString('base64url'));
  const hash = ['scrypt', cost.N, cost.r, cost.p, readableSalt, readableKey].join('$');
  await database.users.updateOne({ username: user.username }, { $set: { password: hash } });
  return account;
}
