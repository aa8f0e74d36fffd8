import { useState } from 'react';
import { Link } from 'react-router-dom';

import { readableTime } from '../../../contract/time.ts';
import { roles, type Role } from '../../../contract/roles.ts';
import type { AnswerOf, RequestOf } from '../../office-api.ts';
import { useCall, useOperation } from '../../shell/use-operation.ts';
import { useSession } from '../../shell/session.tsx';
import { roleDefinitions } from '../../rights.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { readsOfAccounts } from './actions.ts';
import { ChangeAccount, type AccountChange } from './ChangeAccount.tsx';
import { OneTimeLink, type GivenLink } from './OneTimeLink.tsx';
import { DetailFields } from './own/DetailFields.tsx';
import { pages } from '../../page-list.ts';
import {
  Button,
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
} from '../../ui.tsx';

/** Accounts and their roles, for information officers. */
export function AccountsPage() {
  const query = useOperation('account.list');
  const [link, setLink] = useState<GivenLink>();
  return (
    <>
      <PageTitle
        title={pages.accounts.title}
        lead="Who can sign in, and their roles. Changes apply immediately, even to people already signed in."
      />
      {link && <OneTimeLink {...link} onClose={() => setLink(undefined)} />}
      <Panel aria-label="All accounts">
        {query.data?.requirePasskey === 'nobody' && (
          <Message>
            Passkeys cannot be guessed or phished. We recommend that everyone adds one; your system
            administrator can make them mandatory (REQUIRE_PASSKEY).
          </Message>
        )}
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
  account: AnswerOf<'account.list'>['accounts'][number];
  onLink: (link: GivenLink) => void;
}

function AccountRow({ account, onLink }: AccountRowProps) {
  const { id, username, email, role, disabled, hasPasskey, passwordChangedAt, lastSignInAt } =
    account;
  const name = account.name || username;
  const isOwn = useSession().username === username;
  const [change, setChange] = useState<AccountChange>();
  const makeLink = useCall('account.link', {
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
          {lastSignInAt
            ? `Password set on ${readableTime(passwordChangedAt)}`
            : 'Has not signed in yet.'}
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

const roleChoices = Object.fromEntries(
  roles.map((role) => {
    const { name: label, meaning: hint } = roleDefinitions[role];
    return [role, { label, hint }];
  }),
);

function AddAccount({ onLink }: { onLink: (link: GivenLink) => void }) {
  const add = useCall('account.add', { invalidates: readsOfAccounts });
  function submit(account: RequestOf<'account.add'>, form: HTMLFormElement): void {
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
