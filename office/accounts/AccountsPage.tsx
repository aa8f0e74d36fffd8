import { useState } from 'react';
import { Link } from 'react-router-dom';

import { roles, type Role } from '../../contract/roles.ts';
import type { ActionName, InputOf, OutputOf } from '../api.ts';
import { pages } from '../page-list.ts';
import { may, roleDefinitions } from '../rights.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useSession } from '../shell/session.tsx';
import { useAction, useAnswer } from '../shell/use-action.ts';
import {
  Button,
  DialogForm,
  ErrorMessage,
  Field,
  Form,
  Message,
  Panel,
  Prose,
  RadioGroup,
  Read,
  RowNote,
  RowTitle,
  Rows,
  Select,
  SideBySide,
  openByKey,
  verbatim,
} from '../ui.tsx';
import { DetailFields } from './fields.tsx';
import { OneTimeLink, type GivenLink } from './OneTimeLink.tsx';

/** The actions whose answers depend on the accounts. */
export const answersAboutAccounts: readonly ActionName[] = [
  'account.list',
  'account.names',
  'enquiry.colleagues',
];

type Account = OutputOf<'account.list'>['accounts'][number];
type AccountChange = { role: Role } | { disabled: boolean };

/** Accounts and their roles, for information officers. */
export function AccountsPage() {
  const query = useAnswer('account.list', {});
  const [link, setLink] = useState<GivenLink>();
  return (
    <>
      <PageTitle
        title={pages.accounts.title}
        lead="Who can sign in, and their roles. Changes apply immediately, even to people already signed in."
      />
      {link && <OneTimeLink {...link} onClose={() => setLink(undefined)} />}
      <Panel aria-label="All accounts">
        <Message>
          Passkeys cannot be guessed or phished. We recommend that everyone adds one.
        </Message>
        <Read query={query}>
          {({ accounts }) => (
            <Rows>
              {accounts.map((account) => (
                <AccountRow key={account.id} account={account} onLink={setLink} />
              ))}
            </Rows>
          )}
        </Read>
      </Panel>
      <AddAccount onLink={setLink} />
    </>
  );
}

interface AccountRowProps {
  account: Account;
  onLink: (link: GivenLink) => void;
}

function AccountRow({ account, onLink }: AccountRowProps) {
  const { id, username, email, role, disabled, hasPasskey, lastSignInAt } = account;
  const name = account.name || username;
  const isOwn = useSession().username === username;
  const [change, setChange] = useState<AccountChange>();
  const makeLink = useAction('account.link', {
    onSuccess: (link) => onLink({ ...link, name }),
  });
  return (
    <li>
      <div>
        <RowTitle>
          {isOwn ? name : <Link to={`${pages.accounts.path}/${username}`}>{name}</Link>}
        </RowTitle>
        <RowNote>
          {name !== username && `${username} · `}
          {email || 'No email address'}
        </RowNote>
        <RowNote>
          {disabled ? 'Disabled. ' : ''}
          {hasPasskey ? '' : 'No passkey. '}
          {lastSignInAt ? '' : 'Has not signed in yet.'}
        </RowNote>
        <ErrorMessage error={makeLink.error} />
      </div>
      {isOwn ? (
        <RowNote>{roleDefinitions[role].name} (you)</RowNote>
      ) : (
        <SideBySide>
          <Select
            aria-label={`Role of ${name}`}
            value={role}
            disabled={disabled}
            onKeyDown={openByKey}
            onChange={({ target }) => setChange({ role: target.value as Role })}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {roleDefinitions[one].name}
              </option>
            ))}
          </Select>
          {!disabled && (
            <Button
              $quiet
              $small
              aria-label={`New password link for ${name}`}
              disabled={makeLink.isPending}
              onClick={() => makeLink.mutate({ id })}
            >
              New password link
            </Button>
          )}
          <Button
            $small
            $quiet={disabled}
            $grave={!disabled}
            aria-label={`${disabled ? 'Enable' : 'Disable'} ${name}`}
            onClick={() => setChange({ disabled: !disabled })}
          >
            {disabled ? 'Enable' : 'Disable'}
          </Button>
        </SideBySide>
      )}
      {change && (
        <ChangeAccount account={account} change={change} onClose={() => setChange(undefined)} />
      )}
    </li>
  );
}

interface ChangeAccountProps {
  account: Account;
  change: AccountChange;
  onClose: () => void;
}

/** Asks the user to confirm a change to an account, and makes it. */
function ChangeAccount({ account, change, onClose }: ChangeAccountProps) {
  const { id, role, disabled } = account;
  const name = account.name || account.username;
  const after = { role, disabled, ...change };
  const isLosing = after.disabled || !may(after.role, 'enquiry.change');
  const save = useAction('account.change', {
    invalidates: answersAboutAccounts,
    done: `Account ${name} updated.`,
    onSuccess: onClose,
  });
  const { title, words, action } = describeChange(name, change);
  return (
    <DialogForm
      title={title}
      lead={
        <>
          <Prose>{words}</Prose>
          {isLosing && (
            <Prose>
              Enquiries stay assigned to {name}. To hand them over, filter the enquiries by {name},
              select them and assign them together.
            </Prose>
          )}
        </>
      }
      action={action}
      $grave={after.disabled}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate({ id, ...change, seen: { role, disabled } })}
      onClose={onClose}
    />
  );
}

function describeChange(who: string, change: AccountChange) {
  if ('role' in change) {
    const { name, meaning } = roleDefinitions[change.role];
    return {
      title: `Change the role of ${who}?`,
      words: `New role: ${name}. ${meaning}`,
      action: 'Change role',
    };
  }
  return change.disabled
    ? {
        title: `Disable ${who}?`,
        words: 'They will be signed out and can no longer sign in.',
        action: 'Disable',
      }
    : {
        title: `Enable ${who}?`,
        words: 'They can sign in again with their password.',
        action: 'Enable',
      };
}

const roleChoices = Object.fromEntries(
  roles.map((role) => {
    const { name: label, meaning: hint } = roleDefinitions[role];
    return [role, { label, hint }];
  }),
);

function AddAccount({ onLink }: { onLink: (link: GivenLink) => void }) {
  const add = useAction('account.add', { invalidates: answersAboutAccounts });
  function submit(account: InputOf<'account.add'>, form: HTMLFormElement): void {
    add.mutate(account, {
      onSuccess(link) {
        form.reset();
        onLink({ ...link, name: account.name ?? account.username });
      },
    });
  }
  return (
    <Panel title="Add account">
      <Prose>
        Your colleague gets a link to choose a password, by email if there is a mail server and an
        address. Otherwise we show you the link once, so that you can pass it on.
      </Prose>
      <Form onSubmit={submit} error={add.error}>
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
        <Button type="submit" disabled={add.isPending}>
          Add account
        </Button>
      </Form>
    </Panel>
  );
}
