import { createHmac, randomBytes } from 'node:crypto';

import type { Account } from '../../storage/users.ts';

const lifetime = 60_000;
const most = 200;

/**
 * Who signed in during the last minute, because checking a password is made to be slow. Only a
 * keyed hash of what was sent is kept, under a key that this process alone has.
 */
export interface RememberedLogins {
  /** The account that a header was good for, or a login with it that is still being checked. */
  find(header: string): Promise<Account | undefined> | undefined;
  /** Keeps the outcome of a login if it is good, until it is a minute old. */
  remember(header: string, login: Promise<Account | undefined>): void;
  forget(header: string): void;
}

export function createRememberedLogins(): RememberedLogins {
  const key = randomBytes(32);
  const logins = new Map<string, { login: Promise<Account | undefined>; until: number }>();
  const name = (header: string) => createHmac('sha256', key).update(header).digest('base64');
  return {
    find(header) {
      const found = logins.get(name(header));
      return found && found.until > Date.now() ? found.login : undefined;
    },
    remember(header, login) {
      for (const [old, { until }] of logins) {
        if (until <= Date.now() || logins.size >= most) logins.delete(old);
      }
      const entry = { login, until: Date.now() + lifetime };
      const entryName = name(header);
      logins.set(entryName, entry);
      const drop = () => {
        if (logins.get(entryName) === entry) logins.delete(entryName);
      };
      login.then((account) => {
        if (!account) drop();
      }, drop);
    },
    forget: (header) => void logins.delete(name(header)),
  };
}
