import { useMutation } from '@tanstack/react-query';

import { accountPaths } from '../../account-api.ts';
import { request } from '../request.ts';
import { useSessionState } from '../session.tsx';

/** Ends the session of this browser, or all sessions of the account. */
export function useSignOut() {
  const { end } = useSessionState();
  return useMutation({
    mutationFn: (where: 'here' | 'everywhere') =>
      request(where === 'here' ? accountPaths.session : accountPaths.sessions, {
        method: 'DELETE',
      }),
    onSuccess: end,
  });
}
