import { useCallback } from 'react';

import { useOperation } from './use-operation.ts';

/** Returns what people call the account with a username. */
export type NameOf = (username: string) => string;

/** The names of accounts; an account without one has its username. */
export function useNames(): NameOf {
  const { data } = useOperation('account.names');
  return useCallback((username) => data?.names[username] ?? username, [data]);
}
