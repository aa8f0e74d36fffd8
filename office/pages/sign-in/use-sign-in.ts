import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { accountPaths, sessionView, type SessionView } from '../../account-api.ts';
import { request } from '../request.ts';
import { useSessionState } from '../session.tsx';

type Credentials = { username: string; password: string } | 'passkey';

/** Signs in, and takes the session over. */
export function useSignIn() {
  const { begin } = useSessionState();
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      credentials === 'passkey' ? signInByPasskey() : signInByPassword(credentials),
    onSuccess: begin,
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
    schema: z.looseObject({ challenge: z.string() }),
    anonymous: true,
  });
  const response = await startAuthentication({ optionsJSON });
  return request(accountPaths.passkeySession, {
    method: 'POST',
    body: { response },
    schema: sessionView,
    anonymous: true,
  });
}
