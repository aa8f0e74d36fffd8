import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import * as z from 'zod/mini';

import { space } from '../../../design/tokens.ts';
import { accountPaths, sessionView } from '../../account-api.ts';
import { pages } from '../../page-list.ts';
import { NewPassword } from '../account/NewPassword.tsx';
import { Button } from '../controls/Button.tsx';
import { Form } from '../controls/Form.tsx';
import { Message } from '../controls/Message.tsx';
import { Read } from '../controls/Read.tsx';
import { readForm } from '../controls/read-form.ts';
import { useChange } from '../controls/use-change.ts';
import { isAway, request, wordsOf } from '../request.ts';
import { useSessionState } from '../session.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { DoorFrame } from '../sign-in/DoorFrame.tsx';

/** Where a one-time link leads: to choose a password, and then into the office. */
export function WelcomePage() {
  const { begin } = useSessionState();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(hash.slice(1));
  const link = useQuery({
    queryKey: [accountPaths.link],
    queryFn: () =>
      request(accountPaths.link, {
        method: 'POST',
        body: { token },
        schema: z.object({ username: z.string() }),
        anonymous: true,
      }),
  });
  const choose = useChange(
    (password: string) =>
      request(accountPaths.linkPassword, {
        method: 'PUT',
        body: { token, password },
        schema: sessionView,
        anonymous: true,
      }),
    {
      onSuccess(session) {
        begin(session);
        navigate('/', { replace: true });
      },
    },
  );
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    choose.mutate(readForm(event).password ?? '');
  }
  return (
    <DoorFrame>
      <Body>
        <PageTitle title="Choose a password" lead="This link lets you choose it once." />
        {link.error && !isAway(link.error) ? (
          <>
            <Message tone="danger" role="alert">
              {wordsOf(link.error)}
            </Message>
            <Link to={pages.signIn.path}>I have a password: sign in</Link>
          </>
        ) : (
          <Read query={link}>
            {({ username }) => (
              <>
                <p>
                  Your user name is <strong>{username}</strong>.
                </p>
                <Form onSubmit={submit} error={choose.error}>
                  <input type="hidden" autoComplete="username" value={username} />
                  <NewPassword />
                  <Button type="submit" disabled={choose.isPending}>
                    Keep the password and sign in
                  </Button>
                </Form>
              </>
            )}
          </Read>
        )}
      </Body>
    </DoorFrame>
  );
}

const Body = styled.div`
  display: grid;
  gap: ${space.medium};
  justify-items: start;

  > header {
    width: 100%;
  }
`;
