import { useMutation } from '@tanstack/react-query';

import type { SessionView } from '../../features/accounts/actions.ts';
import type { RequestOf } from '../../office-api.ts';
import { callOperation } from '../use-operation.ts';
import { RequestError } from '../request.ts';
import { useSessionState } from '../session.tsx';

export type Credentials = RequestOf<'session.sign-in'>;

/**
 * Returns a mutation that signs in. If an account other than `onlyAs` signs in, what was typed on
 * the page is discarded.
 */
export function useSignIn(onlyAs?: string) {
  const { begin, end } = useSessionState();
  return useMutation({
    mutationFn: (credentials: Credentials | 'passkey') =>
      credentials === 'passkey' ? signInByPasskey() : callOperation('session.sign-in', credentials),
    onSuccess(session) {
      if (onlyAs !== undefined && session.username !== onlyAs) end();
      begin(session);
    },
  });
}

async function signInByPasskey(): Promise<SessionView> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await callOperation('session.passkey-options');
  const response = await startAuthentication({ optionsJSON }).catch(() => {
    throw new RequestError(
      0,
      'Sign-in with a passkey was cancelled. Try again, or use your password.',
    );
  });
  return callOperation('session.sign-in-by-passkey', { response: { ...response } });
}

/** Whether the browser supports passkeys on this page. They do not work at IP addresses. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}
