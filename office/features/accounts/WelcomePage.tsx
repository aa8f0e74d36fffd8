import { Link, useLocation, useNavigate } from 'react-router-dom';

import { pages } from '../../page-list.ts';
import { KeepAccess, keptIn } from './KeepAccess.tsx';
import { NewPassword } from './own/NewPassword.tsx';
import { useCall, useOperation } from '../../shell/use-operation.ts';
import { isDown } from '../../client.ts';
import { useSessionState } from '../../shell/session.tsx';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { SignInLayout } from '../../shell/SignInLayout.tsx';
import { Button, ErrorMessage, Form, Read } from '../../ui.tsx';

/** The page of a one-time link: choose a password and sign in. */
export function WelcomePage() {
  const { begin } = useSessionState();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const token = hash.slice(1);
  const link = useOperation('link.read', { token });
  const choose = useCall('link.use', {
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
          {({ username, access }) => (
            <>
              <p>
                Your username is <strong>{username}</strong>.
              </p>
              <Form
                onSubmit={({ password }: { password: string }, form) =>
                  choose.mutate({ token, password, keep: keptIn(form) })
                }
                error={choose.error}
              >
                <input type="hidden" autoComplete="username" value={username} />
                <NewPassword />
                <KeepAccess access={access} />
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
