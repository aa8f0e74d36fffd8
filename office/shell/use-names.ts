import { useQuery } from '@tanstack/react-query';

import { call } from '../client.ts';

export type NameOf = (username: string) => string;

/** Returns a function that finds a display name; if there is none, it returns the username. */
export function useNames(): NameOf {
  const { data } = useQuery({
    queryKey: ['account.names'],
    queryFn: ({ signal }) => call('account.names', {}, { signal }),
    staleTime: 60_000,
  });
  return (username) => data?.names[username] ?? username;
}
