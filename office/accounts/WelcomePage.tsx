import { Link, useLocation, useNavigate } from 'react-router-dom';

import { isDown } from '../client.ts';
import { pages } from '../page-list.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useSessionState } from '../shell/session.tsx';
import { SignInLayout } from '../shell/SignInLayout.tsx';
import { useAction, useAnswer } from '../shell/use-action.ts';
import { Button, ErrorMessage, Form, Prose, Read } from '../ui.tsx';
import { NewPassword, UsernameForPasswordManagers } from './fields.tsx';

/** The page of a one-time link: choose a password and sign in. */
export function WelcomePage() {
  const { begin } = useSessionState();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const token = hash.slice(1);
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
      {link.error && !isDown(link.error) ? (
        <>
          <ErrorMessage error={link.error} />
          <Link to={pages.signIn.path}>Sign in with your password</Link>
        </>
      ) : (
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
              <Form
                onSubmit={({ password }: { password: string }) =>
                  choose.mutate({ token, password })
                }
                error={choose.error}
              >
                <UsernameForPasswordManagers username={username} />
                <NewPassword />
                <Button type="submit" disabled={choose.isPending}>
                  Save password and sign in
                </Button>
              </Form>
            </>
          )}
        </Read>
      )}
    </SignInLayout>
  );
}
