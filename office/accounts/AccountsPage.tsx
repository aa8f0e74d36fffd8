import { useState } from 'react';

import type { Role } from '#contract/roles.ts';
import { readableTime } from '#contract/time.ts';
import type { OutputOf } from '../api.ts';
import { pages } from '../page-list.ts';
import { roleDefinitions } from '../rights.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useSession } from '../shell/session.tsx';
import { useAction, useAnswer } from '../shell/use-action.ts';
import {
  Button,
  Choice,
  CopyButton,
  Dialog,
  DialogForm,
  Field,
  Panel,
  Prose,
  RadioGroup,
  Read,
  RowNote,
  RowTitle,
  Rows,
  SideBySide,
  TextButton,
  verbatim,
} from '../ui.tsx';
import { changedOf, DetailFields, type Details } from './fields.tsx';

type Account = OutputOf<'account.list'>['accounts'][number];

export function AccountsPage() {
  const query = useAnswer('account.list', {});
  const [edited, setEdited] = useState<Account | 'new'>();
  const onClose = () => setEdited(undefined);
  return (
    <>
      <PageTitle
        title={pages.accounts.title}
        lead="Who can sign in, and their roles. Changes apply immediately, even to people already signed in."
      >
        <Button onClick={() => setEdited('new')}>Add account …</Button>
      </PageTitle>
      <Panel aria-label="All accounts">
        <Read query={query}>
          {({ accounts }) => (
            <Rows>
              {accounts.map((account) => (
                <AccountRow
                  key={account.username}
                  account={account}
                  onEdit={() => setEdited(account)}
                />
              ))}
            </Rows>
          )}
        </Read>
      </Panel>
      {edited && <AccountDialog account={edited === 'new' ? null : edited} onClose={onClose} />}
    </>
  );
}

function AccountRow({ account, onEdit }: { account: Account; onEdit: () => void }) {
  const { username, name, email, role, disabled, lastSignInAt } = account;
  const isOwn = useSession().username === username;
  return (
    <li>
      <div>
        <RowTitle>{name}</RowTitle>
        <RowNote>
          {disabled && 'Disabled · '}
          {roleDefinitions[role].label}
          {isOwn && ' (you)'}
        </RowNote>
        <RowNote>
          {name !== username && `${username} · `}
          {email || 'No email address'}
        </RowNote>
        <RowNote>
          {lastSignInAt ? `Last sign-in ${readableTime(lastSignInAt)}.` : 'Has not signed in yet.'}
        </RowNote>
      </div>
      {!isOwn && (
        <Button $quiet $small aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit …
        </Button>
      )}
    </li>
  );
}

type Typed = Details & { role: Role; username: string; state: string };

/** Adds an account, or changes one. Then shows the link that was made, if any. */
function AccountDialog({ account, onClose }: { account: Account | null; onClose: () => void }) {
  const invalidates = ['account.list', 'account.names', 'enquiry.colleagues'] as const;
  const add = useAction('account.add', { invalidates });
  const save = useAction('account.change', { invalidates, done: 'Saved.', onSuccess: onClose });
  const makeLink = useAction('account.link');
  const link = add.data ?? makeLink.data;
  const name = account?.name ?? add.variables?.name ?? '';
  if (link) return <LinkDialog {...link} name={name} onClose={onClose} />;

  const { username = '', role = 'staff', disabled = false } = account ?? {};
  const shown = { ...account, state: disabled ? 'Disabled' : 'Enabled' };
  function submit(typed: Typed): void {
    const { state, ...changes } = changedOf(typed, shown);
    const rights = state ? { disabled: state === 'Disabled' } : {};
    if (account) save.mutate({ ...changes, ...rights, username, seen: { role, disabled } });
    else add.mutate(typed);
  }
  return (
    <DialogForm
      title={account ? `Edit ${name}` : 'Add account'}
      action={account ? 'Save' : 'Add account'}
      isBusy={add.isPending || save.isPending}
      error={add.error ?? save.error ?? makeLink.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <DetailFields {...account} />
      {!account && (
        <Field
          label="Username"
          name="username"
          required
          minLength={3}
          maxLength={64}
          {...verbatim}
          hint="3 to 64 characters: letters a to z, digits, dots, hyphens, underscores or @ signs. Must begin with a letter or digit."
        />
      )}
      <RadioGroup legend="Role" name="role" defaultValue={role} options={roleDefinitions} />
      {account && (
        <Choice
          label="Account"
          name="state"
          options={{ Enabled: 'Enabled', Disabled: 'Disabled' }}
          defaultValue={shown.state}
        />
      )}
      {account && (
        <Prose>
          Disabling signs {name} out and removes their passkeys and access tokens. Enquiries stay
          assigned: filter them by {name}, select them and assign them together.
        </Prose>
      )}
      {account && !disabled && (
        <TextButton onClick={() => makeLink.mutate({ username })}>New password link</TextButton>
      )}
    </DialogForm>
  );
}

type LinkDialogProps = OutputOf<'account.link'> & { name: string; onClose: () => void };

function LinkDialog({ url, expiresAt, name, onClose }: LinkDialogProps) {
  const title = url === null ? `We emailed ${name} a link` : `Give ${name} this link`;
  return (
    <Dialog title={title} onClose={onClose}>
      <Prose>
        {name} can use it once, until {readableTime(expiresAt)}, to choose a password and sign in.
        {url !== null && ' Anyone who opens it can sign in. It will not be shown again.'}
      </Prose>
      {url !== null && <Field label="Link" readOnly rows={3} value={url} />}
      <SideBySide>
        {url !== null && <CopyButton text={url} what="link" />}
        <Button $small $quiet onClick={onClose}>
          Close
        </Button>
      </SideBySide>
    </Dialog>
  );
}
