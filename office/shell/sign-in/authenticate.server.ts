import type { Request } from 'express';

import { checkCredentials, type Account } from '../../../storage/users.ts';
import type { StaffDatabase } from '../../server/staff-database.ts';
import type { createSignInLimits } from './sign-in-limits.server.ts';

/**
 * Returns a function that checks a username and password. It resolves to the account, or to
 * undefined if they are wrong or the account is disabled. It throws a Problem: 429 if too many
 * attempts are waiting, or 503 if the password cannot be checked.
 */
export function createAuthenticate(
  database: StaffDatabase,
  limits: ReturnType<typeof createSignInLimits>,
) {
  return (
    credentials: { username: string; password: string },
    request: Request,
  ): Promise<Account | undefined> =>
    limits.password(request, credentials.username, (isKnown) =>
      database.use((store) => checkCredentials(store, credentials, isKnown)),
    );
}
