import { useState } from 'react';

import { roles, type Role } from '#contract/roles.ts';
import { readableTime } from '#contract/time.ts';
import type { ActionName, OutputOf } from '../api.ts';
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
type Link = OutputOf<'account.link'> & { name: string };

/** The actions whose answers depend on the accounts. */
const answersAboutAccounts: readonly ActionName[] = [
  'account.list',
  'account.names',
  'enquiry.colleagues',
];

/** Accounts and their roles, for information officers. */
export function AccountsPage() {
  const query = useAnswer('account.list', {});
  const [edited, setEdited] = useState<Account | 'new'>();
  const [link, setLink] = useState<Link>();
  const dialog = { onLink: setLink, onClose: () => setEdited(undefined) };
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
                <AccountRow key={account.id} account={account} onEdit={() => setEdited(account)} />
              ))}
            </Rows>
          )}
        </Read>
      </Panel>
      {edited === 'new' && <AddAccount {...dialog} />}
      {edited && edited !== 'new' && <EditAccount account={edited} {...dialog} />}
      {link && <LinkDialog {...link} onClose={() => setLink(undefined)} />}
    </>
  );
}

function AccountRow({ account, onEdit }: { account: Account; onEdit: () => void }) {
  const { username, name, email, role, disabled, lastSignInAt } = account;
  const isOwn = useSession().username === username;
  const signIn = lastSignInAt
    ? `Last sign-in ${readableTime(lastSignInAt)}.`
    : 'Has not signed in yet.';
  return (
    <li>
      <div>
        <RowTitle>{name}</RowTitle>
        <RowNote>
          {disabled && 'Disabled · '}
          {roleDefinitions[role].name}
          {isOwn && ' (you)'}
        </RowNote>
        <RowNote>
          {name !== username && `${username} · `}
          {email || 'No email address'}
        </RowNote>
        <RowNote>{signIn}</RowNote>
      </div>
      {!isOwn && (
        <Button $quiet $small aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit …
        </Button>
      )}
    </li>
  );
}

const roleChoices = Object.fromEntries(
  roles.map((role) => {
    const { name: label, meaning: hint } = roleDefinitions[role];
    return [role, { label, hint }];
  }),
);

interface DialogProps {
  onLink: (link: Link) => void;
  onClose: () => void;
}

function AddAccount({ onLink, onClose }: DialogProps) {
  const add = useAction('account.add', { invalidates: answersAboutAccounts, onSuccess: onClose });
  function submit(typed: Details & { username: string; role: Role }): void {
    add.mutate(typed, { onSuccess: (link) => onLink({ ...link, name: typed.name }) });
  }
  return (
    <DialogForm
      title="Add account"
      action="Add account"
      isBusy={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <DetailFields />
      <Field
        label="Username"
        name="username"
        required
        minLength={3}
        maxLength={64}
        {...verbatim}
        hint="3 to 64 characters: letters a to z, digits, dots, hyphens, underscores or @ signs. Must begin with a letter or digit."
      />
      <RadioGroup legend="Role" name="role" defaultValue="staff" options={roleChoices} />
    </DialogForm>
  );
}

function EditAccount({ account, onLink, onClose }: DialogProps & { account: Account }) {
  const { id, name, email, assignmentEmails, role, disabled } = account;
  const shown = { name, email, assignmentEmails, role, state: disabled ? 'Disabled' : 'Enabled' };
  const save = useAction('account.change', {
    invalidates: answersAboutAccounts,
    done: 'Saved.',
    onSuccess: onClose,
  });
  const makeLink = useAction('account.link', {
    onSuccess: (link) => onLink({ ...link, name }),
  });
  function submit(typed: typeof shown): void {
    const { state, ...changes } = changedOf(typed, shown);
    const rights = state ? { disabled: state === 'Disabled' } : {};
    save.mutate({ id, ...changes, ...rights, seen: { role, disabled } });
  }
  return (
    <DialogForm
      title={`Edit ${name}`}
      action="Save"
      isBusy={save.isPending}
      error={save.error ?? makeLink.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <DetailFields {...shown} />
      <RadioGroup legend="Role" name="role" defaultValue={role} options={roleChoices} />
      <Choice
        label="Account"
        name="state"
        options={{ Enabled: 'Enabled', Disabled: 'Disabled' }}
        defaultValue={shown.state}
      />
      <Prose>
        Disabling signs {name} out and removes their passkeys and access tokens. Enquiries stay
        assigned: filter them by {name}, select them and assign them together.
      </Prose>
      {!disabled && (
        <TextButton onClick={() => makeLink.mutate({ id })}>New password link</TextButton>
      )}
    </DialogForm>
  );
}

/** Shows a new one-time link, which cannot be shown again, or says that it was emailed. */
function LinkDialog({ url, expiresAt, name, onClose }: Link & { onClose: () => void }) {
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
