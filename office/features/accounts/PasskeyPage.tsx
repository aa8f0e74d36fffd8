import { Navigate, useLocation } from 'react-router-dom';

import { pages } from '../../page-list.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { useSessionState } from '../../shell/session.tsx';
import { SignInLayout } from '../../shell/SignInLayout.tsx';
import { useCall } from '../../shell/use-operation.ts';
import { AddPasskey } from './own/Passkeys.tsx';
import { TextButton } from '../../ui.tsx';

/** Adds a passkey to an account that can do nothing else until it has one. */
export function PasskeyPage() {
  const { session, end, retry } = useSessionState();
  const { state } = useLocation() as { state: { pathname: string; search: string } | null };
  const signOut = useCall('session.sign-out', { onSuccess: end });
  if (session === null) return <Navigate to={pages.signIn.path} replace />;
  if (session?.lacksPasskey === false) return <Navigate to={state ?? '/'} replace />;
  return (
    <SignInLayout>
      <PageTitle
        title={pages.passkey.title}
        lead="Your account needs a passkey: your fingerprint, face or device PIN. You will sign in with it from now on."
      />
      {session && <AddPasskey onAdded={retry} />}
      <TextButton disabled={signOut.isPending} onClick={() => signOut.mutate({})}>
        Sign out
      </TextButton>
    </SignInLayout>
  );
}
