import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';

import type { InputOf } from '../api.ts';
import { pages } from '../page-list.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useSessionState } from '../shell/session.tsx';
import { SignInLayout } from '../shell/SignInLayout.tsx';
import { useAction, useAnswer } from '../shell/use-action.ts';
import { Button, Field, Form, Message, Prose, Read, verbatim } from '../ui.tsx';
import { PasswordForm } from './fields.tsx';

/** Requests a link for a new password. The answer does not reveal whether an account exists. */
export function ForgotPage() {
  const ask = useAction('link.request', { anonymous: true });
  return (
    <SignInLayout>
      <PageTitle
        title={pages.forgot.title}
        lead="We email you a link to choose a new password. It can be used once, within an hour."
      />
      {ask.isSuccess ? (
        <Message role="status">
          If this account exists and has an email address, a link is on its way. If nothing arrives,
          ask an information officer for a link.
        </Message>
      ) : (
        <Form onSubmit={(typed: InputOf<'link.request'>) => ask.mutate(typed)} error={ask.error}>
          <Field
            label="Username or email address"
            name="username"
            autoComplete="username"
            {...verbatim}
            required
          />
          <Button type="submit" disabled={ask.isPending}>
            Email me a link
          </Button>
        </Form>
      )}
      <Link to={pages.signIn.path}>Back to sign-in</Link>
    </SignInLayout>
  );
}

/** The page of a one-time link. Without the link's token, another link can be requested. */
export function WelcomePage() {
  const token = useLocation().hash.slice(1);
  return token ? <ChoosePassword token={token} /> : <Navigate to={pages.forgot.path} replace />;
}

function ChoosePassword({ token }: { token: string }) {
  const { begin } = useSessionState();
  const navigate = useNavigate();
  const link = useAnswer('link.read', { token }, { anonymous: true });
  const choose = useAction('link.use', {
    anonymous: true,
    onSuccess(session) {
      begin(session);
      navigate('/', { replace: true });
    },
  });
  return (
    <SignInLayout>
      <PageTitle title={pages.welcome.title} lead="This link can be used only once." />
      <Read query={link}>
        {({ username }) => (
          <>
            <p>
              Your username is <strong>{username}</strong>.
            </p>
            <Prose>
              Choosing a password ends all earlier sessions of this account, and removes its
              passkeys and access tokens.
            </Prose>
            <PasswordForm
              username={username}
              action="Save password and sign in"
              mutation={choose}
              onSubmit={({ password }) => choose.mutate({ token, password })}
            />
          </>
        )}
      </Read>
      {link.error && <Link to={pages.signIn.path}>Sign in with your password</Link>}
    </SignInLayout>
  );
}
