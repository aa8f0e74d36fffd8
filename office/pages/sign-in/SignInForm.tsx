import { useEffect, useRef, type FormEvent } from 'react';
import { styled } from 'styled-components';

import { color, space } from '../../../design/tokens.ts';
import { Button } from '../controls/Button.tsx';
import { Field } from '../controls/Field.tsx';
import { Message } from '../controls/Message.tsx';
import { wordsOf } from '../request.ts';
import { useSignIn } from './use-sign-in.ts';

interface SignInFormProps {
  /** Whose session has ended: only they may go on with it. */
  username?: string;
}

/** User name and password, or a passkey. */
export function SignInForm({ username }: SignInFormProps) {
  const signIn = useSignIn();
  const failure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (signIn.error) failure.current?.focus();
  }, [signIn.error]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    signIn.mutate({ username: text('username'), password: text('password') });
  }

  return (
    <Form onSubmit={submit} noValidate={false}>
      <div ref={failure} tabIndex={-1} role="alert">
        {signIn.error && <Message tone="danger">{describeFailure(signIn.error)}</Message>}
      </div>
      <Field
        label="User name"
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
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
        autoFocus={username !== undefined}
      />
      <Button type="submit" disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in …' : 'Sign in'}
      </Button>
      {hasPasskeys() && (
        <>
          <Or>or</Or>
          <Button $quiet disabled={signIn.isPending} onClick={() => signIn.mutate('passkey')}>
            Sign in with a passkey
          </Button>
        </>
      )}
    </Form>
  );
}

/** An address that is a number has no passkeys. */
function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}

function describeFailure(error: Error): string {
  // The browser's own: the person has closed its window, or there is no passkey.
  if (error.name === 'NotAllowedError') {
    return 'No passkey was used. Try again, or sign in with your password.';
  }
  return wordsOf(error);
}

const Form = styled.form`
  display: grid;
  gap: ${space.medium};
  width: 100%;
  max-width: 26rem;

  > [role='alert']:empty {
    display: none;
  }
`;

const Or = styled.p`
  display: flex;
  align-items: center;
  gap: ${space.base};
  margin-block: -0.5rem;
  color: ${color.muted};

  &::before,
  &::after {
    content: '';
    flex: 1;
    border-top: 1px solid ${color.line};
  }
`;
