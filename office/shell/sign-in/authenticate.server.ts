import type { Request } from 'express';

import { checkCredentials, type Account } from '../../../storage/users.ts';
import type { StaffDatabase } from '../../server/staff-database.ts';
import type { createSignInLimits } from './sign-in-limits.server.ts';

/** Checks usernames and passwords. */
export function createAuthenticate(
  database: StaffDatabase,
  limits: ReturnType<typeof createSignInLimits>,
) {
  /**
   * The account with a username and password, if any.
   *
   * @throws Problem 429 if too many attempts are waiting; 503 if it cannot be checked.
   */
  function byPassword(
    credentials: { username: string; password: string },
    request: Request,
  ): Promise<Account | undefined> {
    return limits.password(request, credentials.username, (isKnown) =>
      database.use((store) => checkCredentials(store, credentials, isKnown)),
    );
  }

  return { byPassword };
}
