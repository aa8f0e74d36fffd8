import { checkCredentials, findAccount, type Account } from '../../storage/users.ts';
import type { LoginLimiter } from './login-limiter.ts';
import { readCredentials } from './read-credentials.ts';
import { createRememberedLogins } from './remembered-logins.ts';
import type { StaffDatabase } from './staff-database.ts';
import { staffUnavailable } from './staff-problems.ts';

/** Each check takes a core for a good part of a second; enquiries need the machine too. */
const checksAtOnce = 8;

/**
 * The account that an Authorization header belongs to, if any.
 *
 * @throws Problem 429 after too many attempts; 503 when it cannot be found out.
 */
export type Authenticate = (
  header: string | undefined,
  source: string,
) => Promise<Account | undefined>;

/** Checks usernames and passwords, at most once a minute for whoever gives the right ones. */
export function createAuthenticate(database: StaffDatabase, limiter: LoginLimiter): Authenticate {
  const remembered = createRememberedLogins();
  let checks = 0;

  async function logIn(header: string, source: string): Promise<Account | undefined> {
    const credentials = readCredentials(header);
    if (!credentials) return undefined;
    if (checks >= checksAtOnce) throw staffUnavailable('too many logins');
    checks += 1;
    try {
      await limiter.count(source, credentials.username);
      const account = await database.use((store) => checkCredentials(store, credentials));
      if (account) await limiter.forgive(source, credentials.username);
      return account;
    } finally {
      checks -= 1;
    }
  }

  return async (header, source) => {
    if (header === undefined) return undefined;
    const known = await remembered.find(header)?.catch(() => undefined);
    if (known) {
      const current = await database.use((store) => findAccount(store, known.id));
      if (current?.passwordChangedAt.getTime() === known.passwordChangedAt.getTime()) {
        return current;
      }
      remembered.forget(header);
    }
    const login = logIn(header, source);
    remembered.remember(header, login);
    return login;
  };
}
