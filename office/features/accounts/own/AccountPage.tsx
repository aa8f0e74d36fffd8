import { useState } from 'react';

import type { RequestOf } from '../../../office-api.ts';
import { useCall, useOperation } from '../../../shell/use-operation.ts';
import { useSession, useSessionState } from '../../../shell/session.tsx';
import { roleDefinitions } from '../../../rights.ts';
import { PageTitle } from '../../../shell/PageTitle.tsx';
import { OwnAccess } from '../AccessRows.tsx';
import { KeepAccess, keptIn } from '../KeepAccess.tsx';
import { AccessTokens } from './AccessTokens.tsx';
import { changedDetails, DetailFields } from './DetailFields.tsx';
import { NewPassword } from './NewPassword.tsx';
import { Notices } from './Notices.tsx';
import { Passkeys } from './Passkeys.tsx';
import { pages } from '../../../page-list.ts';
import { Button, DialogForm, Field, Form, Message, Panel, Prose } from '../../../ui.tsx';

/** The user's own name, password, passkeys, tokens and sessions. */
export function AccountPage() {
  const { username, role, may } = useSession();
  return (
    <>
      <PageTitle title={pages.account.title} lead={`${username} · ${roleDefinitions[role].name}`} />
      <Details />
      {may('enquiry.read') && <Notices />}
      <Password />
      <Passkeys />
      {may('enquiry.read') && <AccessTokens />}
      <Sessions />
    </>
  );
}

function Details() {
  const { begin } = useSessionState();
  const { username, name, email, assignmentEmails } = useSession();
  const shown = { name: name === username ? '' : name, email, assignmentEmails };
  const save = useCall('account.details', {
    invalidates: ['account.names'],
    done: 'Saved.',
    onSuccess: begin,
  });
  return (
    <Panel title="Name and email">
      <Form
        onSubmit={(typed: RequestOf<'account.details'>) =>
          save.mutate(changedDetails(typed, shown))
        }
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
  const change = useCall('account.password', {
    invalidates: ['access.list'],
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
        onSubmit={(typed: RequestOf<'account.password'>) => change.mutate(typed)}
        error={change.error}
      >
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
  const { end } = useSessionState();
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useOperation('access.list', undefined, { enabled: isAsking, gcTime: 0 });
  const signOut = useCall('session.sign-out-everywhere', { onSuccess: end });
  return (
    <Panel title="Sessions">
      <Prose>
        A session ends after 30 minutes without activity, or after 12 hours at the latest.
      </Prose>
      <OwnAccess kind="session" />
      <Button $quiet onClick={() => setIsAsking(true)}>
        Sign out everywhere …
      </Button>
      {isAsking && (
        <DialogForm
          title="Sign out everywhere?"
          lead={<Prose>This ends all sessions, and removes your passkeys and access tokens.</Prose>}
          action="Sign out everywhere"
          isBusy={signOut.isPending || !data}
          error={signOut.error}
          onSubmit={(_typed, form) => signOut.mutate({ keep: keptIn(form) })}
          onClose={() => setIsAsking(false)}
        >
          {data && <KeepAccess access={data.access} />}
        </DialogForm>
      )}
    </Panel>
  );
}
