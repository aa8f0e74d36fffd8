import { useMutation } from '@tanstack/react-query';

import { readableTime } from '#contract/time.ts';
import type { InputOf } from '../api.ts';
import { call, RequestError } from '../client.ts';
import { pages } from '../page-list.ts';
import { roleDefinitions } from '../rights.ts';
import { NoticesPanel } from '../shell/NoticesPanel.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useSession, useSessionState } from '../shell/session.tsx';
import { hasPasskeys } from '../shell/SignIn.tsx';
import { useAction, useAnswer } from '../shell/use-action.ts';
import { Button, ErrorMessage, Form, Panel, Prose, Read, RowNote, RowTitle, Rows } from '../ui.tsx';
import { changedOf, DetailFields, PasswordForm, type Details } from './fields.tsx';

/** The user's own name, notifications, password, passkeys and sessions. */
export function AccountPage() {
  const { username, role, may } = useSession();
  return (
    <>
      <PageTitle
        title={pages.account.title}
        lead={`${username} · ${roleDefinitions[role].label}`}
      />
      <OwnDetails />
      {may('enquiry.read') && <NoticesPanel />}
      <Password />
      <Passkeys />
      <Sessions />
    </>
  );
}

function OwnDetails() {
  const { begin } = useSessionState();
  const { name, email, assignmentEmails } = useSession();
  const shown = { name, email, assignmentEmails };
  const save = useAction('account.details', {
    invalidates: ['account.names'],
    done: 'Saved.',
    onSuccess: begin,
  });
  return (
    <Panel title="Name and email">
      <Form onSubmit={(typed: Details) => save.mutate(changedOf(typed, shown))} error={save.error}>
        <DetailFields {...shown} />
        <Button type="submit" disabled={save.isPending}>
          Save
        </Button>
      </Form>
    </Panel>
  );
}

function Password() {
  const { begin } = useSessionState();
  const change = useAction('account.password', { done: 'Password changed.', onSuccess: begin });
  return (
    <Panel title="Password">
      <Prose>Changing your password signs you out everywhere else.</Prose>
      <PasswordForm
        username={useSession().username}
        action="Change password"
        asksCurrent
        mutation={change}
        onSubmit={(typed, form) => change.mutate(typed, { onSuccess: () => form.reset() })}
      />
    </Panel>
  );
}

function Passkeys() {
  const query = useAnswer('passkey.list', {});
  const invalidates = ['passkey.list'] as const;
  const remove = useAction('passkey.remove', { invalidates, done: 'Passkey removed.' });
  const keep = useAction('passkey.add', { invalidates, done: 'Passkey added.' });
  const add = useMutation({
    mutationFn: async () => keep.mutateAsync({ response: await createPasskey() }),
  });
  return (
    <Panel title="Passkeys">
      <Prose>
        A passkey signs you in with your fingerprint, face or device PIN. It cannot be guessed or
        phished.
        {!hasPasskeys() && ' It needs a recent browser and a host name, such as localhost.'}
      </Prose>
      <Read query={query}>
        {({ passkeys }) => (
          <Rows hidden={passkeys.length === 0}>
            {passkeys.map(({ id, name, lastUsedAt }) => (
              <li key={id}>
                <div>
                  <RowTitle>{name}</RowTitle>
                  <RowNote>
                    {lastUsedAt ? `Last used ${readableTime(lastUsedAt)}` : 'Never used'}
                  </RowNote>
                </div>
                <Button
                  $grave
                  $small
                  aria-label={`Remove passkey ${name}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ id })}
                >
                  Remove
                </Button>
              </li>
            ))}
          </Rows>
        )}
      </Read>
      <ErrorMessage error={remove.error ?? add.error} />
      <Button $quiet disabled={add.isPending || !hasPasskeys()} onClick={() => add.mutate()}>
        Add a passkey
      </Button>
    </Panel>
  );
}

async function createPasskey(): Promise<InputOf<'passkey.add'>['response']> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await call('passkey.options', {});
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    const isPresent = (error as Error).name === 'InvalidStateError';
    const why = isPresent ? 'this device already has one' : 'please try again';
    throw new RequestError(0, `The passkey was not created: ${why}.`);
  });
}

function Sessions() {
  const { end } = useSessionState();
  const signOut = useAction('session.sign-out-everywhere', { onSuccess: end });
  return (
    <Panel title="Sessions">
      <Prose>
        A session ends after 30 minutes without activity, or after 12 hours at the latest. If you
        lost a device, sign out everywhere: this ends all sessions, and removes your passkeys and
        access tokens.
      </Prose>
      <ErrorMessage error={signOut.error} />
      <Button $grave disabled={signOut.isPending} onClick={() => signOut.mutate({})}>
        Sign out everywhere
      </Button>
    </Panel>
  );
}
