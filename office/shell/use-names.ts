import { useCallback } from 'react';

import { useOperation } from './use-operation.ts';

/** Returns the display name of the account with the given username. */
export type NameOf = (username: string) => string;

/** Display names by username; for an account without one, its username. */
export function useNames(): NameOf {
  const { data } = useOperation('account.names');
  return useCallback((username) => data?.names[username] ?? username, [data]);
}
