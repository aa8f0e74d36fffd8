import { useMutation } from '@tanstack/react-query';
import { useState, type MouseEvent } from 'react';
import { createGlobalStyle, styled } from 'styled-components';

import { color } from '#design/tokens.ts';
import type { InputOf } from '../api.ts';
import { call, RequestError, type SignInReason } from '../client.ts';
import { Button, Dialog, Field, Form, Message, Prose, TextButton, verbatim } from '../ui.tsx';
import { PageTitle } from './PageTitle.tsx';
import { useSessionState, type Session } from './session.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { useAction } from './use-action.ts';

type Credentials = InputOf<'session.sign-in'>;

/** Shown in place of a page without a session; the page follows at the same address. */
export function SignIn() {
  return (
    <SignInLayout>
      <PageTitle title="Staff sign-in" />
      <SignInForm />
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

/** Asks the user to sign in again. If the session has ended, hides the page until then. */
export function SignInAgainDialog({ username, why, onCancel }: SignInAgainDialogProps) {
  const { end } = useSessionState();
  const [round, setRound] = useState(0);
  const { title, lead, leave } = texts[why];
  const hasEnded = why === 'ended';
  return (
    <>
      {hasEnded && <HiddenPage />}
      <Dialog key={round} title={title} onClose={hasEnded ? () => setRound(round + 1) : onCancel}>
        <Prose>{lead}</Prose>
        <SignInForm username={username} />
        <TextButton onClick={hasEnded ? end : onCancel}>{leave}</TextButton>
      </Dialog>
    </>
  );
}

function SignInForm({ username }: { username?: string }) {
  const { begin, end } = useSessionState();
  const signIn = useMutation({
    mutationFn: (typed?: Credentials) =>
      typed ? call('session.sign-in', typed, { anonymous: true }) : signInByPasskey(),
    onSuccess(session) {
      if (username !== undefined && session.username !== username) end();
      begin(session);
    },
  });
  const askForLink = useAction('link.request', { anonymous: true });
  function requestLink({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void {
    const field = form?.elements.namedItem('username') as HTMLInputElement;
    if (field.reportValidity()) askForLink.mutate({ username: field.value });
  }
  const error = signIn.error ?? askForLink.error;
  return (
    <Form onSubmit={(typed: Credentials) => signIn.mutate(typed)} error={error}>
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
        // React's autoFocus comes too early for a dialog, which focuses this when it opens.
        ref={(input) => input?.setAttribute('autofocus', '')}
      />
      <Wide type="submit" disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in …' : 'Sign in'}
      </Wide>
      {hasPasskeys() && (
        <Wide $quiet disabled={signIn.isPending} onClick={() => signIn.mutate(undefined)}>
          Sign in with a passkey
        </Wide>
      )}
      {username === undefined && (
        <TextButton disabled={askForLink.isPending} onClick={requestLink}>
          Forgot password? Email me a link
        </TextButton>
      )}
      {askForLink.isSuccess && (
        <Message role="status">
          If this account exists and has an email address, a link is on its way. It can be used
          once, within an hour. If nothing arrives, ask an information officer for a link.
        </Message>
      )}
    </Form>
  );
}

async function signInByPasskey(): Promise<Session> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await call('session.passkey-options', {}, { anonymous: true });
  const response = await startAuthentication({ optionsJSON }).catch(() => {
    const says = 'Sign-in with a passkey was cancelled. Try again, or use your password.';
    throw new RequestError(0, says);
  });
  return call('session.sign-in-by-passkey', { response }, { anonymous: true });
}

/** Whether the browser supports passkeys on this page. They do not work at IP addresses. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}

const HiddenPage = createGlobalStyle`
  dialog[open]::backdrop {
    background: ${color.tint};
  }
`;

const Wide = styled(Button)`
  width: 100%;
`;
