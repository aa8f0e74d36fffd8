import { styled } from 'styled-components';

import { color, space } from '../../../design/tokens.ts';
import { Button } from '../../controls/Button.tsx';
import { Field, verbatim } from '../../controls/Field.tsx';
import { Form } from '../../controls/Form.tsx';
import { hasPasskeys, useSignIn, type Credentials } from './use-sign-in.ts';

/** Signs in with a password or passkey. A given `username` cannot be edited. */
export function SignInForm({ username }: { username?: string }) {
  const signIn = useSignIn(username);
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
