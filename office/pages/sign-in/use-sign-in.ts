import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { accountPaths, sessionView, type SessionView } from '../../account-api.ts';
import { request, RequestError } from '../request.ts';
import { useSessionState } from '../session.tsx';

type Credentials = { username: string; password: string } | 'passkey';

/**
 * Signs in, and takes the session over. Where somebody's session has ended, nobody else goes on with
 * what they typed.
 */
export function useSignIn(onlyAs?: string) {
  const { begin, end } = useSessionState();
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      credentials === 'passkey' ? signInByPasskey() : signInByPassword(credentials),
    onSuccess(session) {
      if (onlyAs !== undefined && session.username !== onlyAs) end();
      begin(session);
    },
  });
}

function signInByPassword(body: object): Promise<SessionView> {
  return request(accountPaths.session, {
    method: 'POST',
    body,
    schema: sessionView,
    anonymous: true,
  });
}

async function signInByPasskey(): Promise<SessionView> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await request(accountPaths.passkeySessionOptions, {
    method: 'POST',
    schema: z.custom<Parameters<typeof startAuthentication>[0]['optionsJSON']>(),
    anonymous: true,
  });
  const response = await startAuthentication({ optionsJSON }).catch(() => {
    throw new RequestError(0, 'No passkey was used. Try again, or sign in with your password.');
  });
  return request(accountPaths.passkeySession, {
    method: 'POST',
    body: { response },
    schema: sessionView,
    anonymous: true,
  });
}
