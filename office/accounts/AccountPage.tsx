import { useState } from 'react';

import { readableTime } from '../../contract/time.ts';
import type { InputOf } from '../api.ts';
import { pages } from '../page-list.ts';
import { roleDefinitions } from '../rights.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useSession, useSessionState } from '../shell/session.tsx';
import { useAction, useAnswer } from '../shell/use-action.ts';
import {
  Button,
  Confirm,
  ErrorMessage,
  Field,
  Form,
  Message,
  Panel,
  Prose,
  Read,
  RowNote,
  RowTitle,
  Rows,
} from '../ui.tsx';
import {
  changedDetails,
  DetailFields,
  NewPassword,
  UsernameForPasswordManagers,
} from './fields.tsx';
import { Notices } from './Notices.tsx';
import { Passkeys } from './Passkeys.tsx';

/** The user's own name, password, passkeys and sessions. */
export function AccountPage() {
  const { username, role, may } = useSession();
  return (
    <>
      <PageTitle title={pages.account.title} lead={`${username} · ${roleDefinitions[role].name}`} />
      <Details />
      {may('enquiry.read') && <Notices />}
      <Password />
      <Passkeys />
      <Sessions />
    </>
  );
}

function Details() {
  const { begin } = useSessionState();
  const { username, name, email, assignmentEmails } = useSession();
  const shown = { name: name === username ? '' : name, email, assignmentEmails };
  const save = useAction('account.details', {
    invalidates: ['account.names'],
    done: 'Saved.',
    onSuccess: begin,
  });
  return (
    <Panel title="Name and email">
      <Form
        onSubmit={(typed: InputOf<'account.details'>) => save.mutate(changedDetails(typed, shown))}
        error={save.error}
      >
        <DetailFields {...shown} />
        <Button type="submit" disabled={save.isPending}>
          Save
        </Button>
        {save.isSuccess && <Message>Saved.</Message>}
      </Form>
    </Panel>
  );
}

function Password() {
  const { begin } = useSessionState();
  const { username } = useSession();
  const [round, setRound] = useState(0);
  const change = useAction('account.password', {
    invalidates: ['account.access'],
    done: 'Password changed.',
    onSuccess(session) {
      begin(session);
      setRound(round + 1);
    },
  });
  return (
    <Panel title="Password">
      <Prose>Changing your password signs you out everywhere else.</Prose>
      <Form
        key={round}
        onSubmit={(typed: InputOf<'account.password'>) => change.mutate(typed)}
        error={change.error}
      >
        <UsernameForPasswordManagers username={username} />
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
  const { end } = useSessionState();
  const [isAsking, setIsAsking] = useState(false);
  const query = useAnswer('account.access', {});
  const signOut = useAction('session.sign-out-everywhere', { onSuccess: end });
  return (
    <Panel title="Sessions">
      <Prose>
        A session ends after 30 minutes without activity, or after 12 hours at the latest.
      </Prose>
      <Read query={query}>
        {({ sessions }) => (
          <Rows>
            {sessions.map(({ id, browser, createdAt, lastSeenAt, isCurrent }) => (
              <li key={id}>
                <div>
                  <RowTitle>{browser}</RowTitle>
                  <RowNote>
                    Signed in {readableTime(createdAt)}, last active {readableTime(lastSeenAt)}
                  </RowNote>
                </div>
                {isCurrent && <RowNote>This browser</RowNote>}
              </li>
            ))}
          </Rows>
        )}
      </Read>
      <ErrorMessage error={signOut.error} />
      <Button $quiet disabled={signOut.isPending} onClick={() => setIsAsking(true)}>
        Sign out everywhere …
      </Button>
      {isAsking && (
        <Confirm
          title="Sign out everywhere?"
          words="This ends all sessions, and removes your passkeys and access tokens."
          action="Sign out everywhere"
          onConfirm={() => signOut.mutate({})}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Panel>
  );
}
