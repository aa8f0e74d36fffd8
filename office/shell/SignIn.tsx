import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';

import { color, space } from '../../design/tokens.ts';
import type { InputOf } from '../api.ts';
import { call, RequestError, type SignInReason } from '../client.ts';
import { pages } from '../page-list.ts';
import {
  Button,
  DialogWindow,
  Field,
  Form,
  PanelTitle,
  Prose,
  TextButton,
  verbatim,
} from '../ui.tsx';
import { PageTitle } from './PageTitle.tsx';
import { useSessionState, type Session } from './session.tsx';
import { SignInLayout } from './SignInLayout.tsx';

type Credentials = InputOf<'session.sign-in'>;

/** Shown in place of a page without a session; the page follows at the same address. */
export function SignIn() {
  return (
    <SignInLayout>
      <PageTitle title="Staff sign-in" />
      <SignInForm />
      <Link to={pages.forgot.path}>{pages.forgot.title}</Link>
    </SignInLayout>
  );
}

const texts: Record<SignInReason, { title: string; lead: string; leave: string }> = {
  ended: {
    title: 'Your session has ended',
    lead: 'Sign in again to continue. What you typed is kept.',
    leave: 'Use a different account',
  },
  confirm: {
    title: 'Confirm it is you',
    lead: 'You signed in more than ten minutes ago. Sign in again to continue with this action.',
    leave: 'Cancel',
  },
};

interface SignInAgainDialogProps {
  username: string;
  why: SignInReason;
  onCancel: () => void;
}

/** Asks the user to sign in again, and hides the page if the session has ended. */
export function SignInAgainDialog({ username, why, onCancel }: SignInAgainDialogProps) {
  const { end } = useSessionState();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const hasEnded = why === 'ended';
  const { title, lead, leave } = texts[why];
  const show = () => dialog.current?.showModal();
  useEffect(() => {
    const opener = document.activeElement;
    show();
    dialog.current?.querySelector<HTMLInputElement>('input[type="password"]')?.focus();
    return () => {
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus());
    };
  }, []);
  return (
    <Window
      ref={dialog}
      $hides={hasEnded}
      aria-labelledby={titleId}
      onCancel={(event) => hasEnded && event.preventDefault()}
      // Pressing Escape twice closes a dialog even if `onCancel` prevents it: show it again.
      onClose={hasEnded ? show : onCancel}
    >
      <PanelTitle id={titleId}>{title}</PanelTitle>
      <Prose>{lead}</Prose>
      <SignInForm username={username} />
      <TextButton onClick={hasEnded ? end : onCancel}>{leave}</TextButton>
    </Window>
  );
}

/** Signs in with a password or passkey. A given `username` cannot be edited. */
function SignInForm({ username }: { username?: string }) {
  const { begin, end } = useSessionState();
  const signIn = useMutation({
    mutationFn: (credentials: Credentials | 'passkey') =>
      credentials === 'passkey'
        ? signInByPasskey()
        : call('session.sign-in', credentials, { anonymous: true }),
    onSuccess(session) {
      if (username !== undefined && session.username !== username) end();
      begin(session);
    },
  });
  return (
    <Form onSubmit={(typed: Credentials) => signIn.mutate(typed)} error={signIn.error}>
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        {...verbatim}
        required
        defaultValue={username}
        readOnly={username !== undefined}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Wide type="submit" disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in …' : 'Sign in'}
      </Wide>
      {hasPasskeys() && (
        <>
          <Or>or</Or>
          <Wide $quiet disabled={signIn.isPending} onClick={() => signIn.mutate('passkey')}>
            Sign in with a passkey
          </Wide>
        </>
      )}
    </Form>
  );
}

async function signInByPasskey(): Promise<Session> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await call('session.passkey-options', {}, { anonymous: true });
  const response = await startAuthentication({ optionsJSON }).catch(() => {
    throw new RequestError(
      0,
      'Sign-in with a passkey was cancelled. Try again, or use your password.',
    );
  });
  const answer = { response: { ...response } };
  return call('session.sign-in-by-passkey', answer, { anonymous: true });
}

/** Whether the browser supports passkeys on this page. They do not work at IP addresses. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}

const hidingPage = css`
  border-top: 1px solid ${color.line};

  &::backdrop {
    background: color-mix(in srgb, ${color.tint} 88%, transparent);
    backdrop-filter: blur(14px);
  }
`;

const Window = styled(DialogWindow)<{ $hides: boolean }>`
  width: min(100% - 2 * ${space.base}, 31rem);

  ${({ $hides }) => $hides && hidingPage}
`;

const Wide = styled(Button)`
  width: 100%;
`;

const Or = styled.p`
  display: flex;
  align-items: center;
  gap: ${space.base};
  width: 100%;
  margin-block: -0.5rem;
  color: ${color.muted};

  &::before,
  &::after {
    content: '';
    flex: 1;
    border-top: 1px solid ${color.line};
  }
`;
