import { Link, useLocation, useNavigate } from 'react-router-dom';

import { pages } from '../page-list.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useSessionState } from '../shell/session.tsx';
import { SignInLayout } from '../shell/SignInLayout.tsx';
import { useAction, useAnswer } from '../shell/use-action.ts';
import { Prose, Read } from '../ui.tsx';
import { PasswordForm } from './fields.tsx';

/** The page of a one-time link, which sets a password. */
export function WelcomePage() {
  const token = useLocation().hash.slice(1) || 'none';
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
