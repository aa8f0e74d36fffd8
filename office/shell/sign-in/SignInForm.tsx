import { type SubmitEvent } from 'react';
import { styled } from 'styled-components';

import { color, space } from '../../../design/tokens.ts';
import { Button } from '../../controls/Button.tsx';
import { Field } from '../../controls/Field.tsx';
import { Form, readForm } from '../../controls/Form.tsx';
import { hasPasskeys, useSignIn } from './use-sign-in.ts';

/** Signs in by password or passkey. With `username`, only that account can continue its session. */
export function SignInForm({ username }: { username?: string }) {
  const signIn = useSignIn(username);
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const { username: name = '', password = '' } = readForm(event);
    signIn.mutate({ username: name, password });
  }
  return (
    <Form onSubmit={submit} error={signIn.error}>
      <Field
        label="User name"
        name="username"
        autoComplete="username"
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
