import { useId, useState, type SubmitEvent } from 'react';

import { readableTime } from '../../../../contract/time.ts';
import { Button } from '../../../controls/Button.tsx';
import { Field } from '../../../controls/Field.tsx';
import { Form, readForm } from '../../../controls/Form.tsx';
import { Message } from '../../../controls/Message.tsx';
import { Panel, PanelTitle, Prose } from '../../../controls/Panel.tsx';
import { Read } from '../../../controls/Read.tsx';
import { RowNote, Rows, RowTitle } from '../../../controls/Rows.tsx';
import { useCall, useOperation } from '../../../shell/use-operation.ts';
import { wordsOf } from '../../../shell/request.ts';
import { useSession, useSessionState } from '../../../shell/session.tsx';
import { roleDefinitions } from '../../../rights.ts';
import { PageTitle } from '../../../shell/PageTitle.tsx';
import { NewPassword } from './NewPassword.tsx';
import { Passkeys } from './Passkeys.tsx';
import { pages } from '../../../page-list.ts';

/** The user's own password, passkeys and sessions. */
export function AccountPage() {
  const { username, role } = useSession();
  return (
    <>
      <PageTitle title={pages.account.title} lead={`${username} · ${roleDefinitions[role].name}`} />
      <Password />
      <Passkeys />
      <Sessions />
    </>
  );
}

function Password() {
  const titleId = useId();
  const { begin } = useSessionState();
  const { username } = useSession();
  const [round, setRound] = useState(0);
  const change = useCall('account.password', {
    invalidates: ['session.list'],
    done: 'Password changed.',
    onSuccess(session) {
      begin(session);
      setRound(round + 1);
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const { current = '', password = '' } = readForm(event);
    change.mutate({ current, password });
  }
  return (
    <Panel aria-labelledby={titleId}>
      <PanelTitle id={titleId}>Password</PanelTitle>
      <Prose>Changing your password signs you out everywhere else.</Prose>
      <Form key={round} onSubmit={submit} error={change.error}>
        <input type="hidden" autoComplete="username" value={username} />
        <Field
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPassword />
        <Button type="submit" disabled={change.isPending}>
          Change password
        </Button>
        {change.isSuccess && <Message>Password changed.</Message>}
      </Form>
    </Panel>
  );
}

function Sessions() {
  const titleId = useId();
  const query = useOperation('session.list');
  const { end } = useSessionState();
  const signOut = useCall('session.sign-out-everywhere', { onSuccess: end });
  return (
    <Panel aria-labelledby={titleId}>
      <PanelTitle id={titleId}>Sessions</PanelTitle>
      <Prose>
        A session ends after 30 minutes without activity, and after 12 hours at the latest.
      </Prose>
      <Read query={query}>
        {({ sessions }) => (
          <Rows>
            {sessions.map(({ id, browser, createdAt, lastSeenAt, current }) => (
              <li key={id}>
                <div>
                  <RowTitle>{browser}</RowTitle>
                  <RowNote>
                    Signed in {readableTime(createdAt)}; last seen {readableTime(lastSeenAt)}
                  </RowNote>
                </div>
                {current && <RowNote>This browser</RowNote>}
              </li>
            ))}
          </Rows>
        )}
      </Read>
      {signOut.error && <Message tone="danger">{wordsOf(signOut.error)}</Message>}
      <Button $quiet disabled={signOut.isPending} onClick={() => signOut.mutate({})}>
        Sign out everywhere
      </Button>
    </Panel>
  );
}
