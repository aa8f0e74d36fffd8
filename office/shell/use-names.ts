import { useCallback } from 'react';

import { useOperation } from './use-operation.ts';

export type NameOf = (username: string) => string;

/** Returns a function that finds a display name; if there is none, it returns the username. */
export function useNames(): NameOf {
  const { data } = useOperation('account.names');
  return useCallback((username) => data?.names[username] ?? username, [data]);
}
