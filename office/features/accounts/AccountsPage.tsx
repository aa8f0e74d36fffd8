import { useState } from 'react';

import { readableTime } from '../../../contract/time.ts';
import { roles, type Role } from '../../../contract/roles.ts';
import type { AccountView } from './actions.ts';
import { Button } from '../../controls/Button.tsx';
import { Message } from '../../controls/Message.tsx';
import { Panel } from '../../controls/Panel.tsx';
import { Read } from '../../controls/Read.tsx';
import { RowActions, RowNote, Rows, RowTitle } from '../../controls/Rows.tsx';
import { openByKey, Select } from '../../controls/Select.tsx';
import { useCall, useOperation } from '../../shell/use-operation.ts';
import { wordsOf } from '../../shell/request.ts';
import { useSession } from '../../shell/session.tsx';
import { roleDefinitions } from '../../rights.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { AddAccount } from './AddAccount.tsx';
import { OneTimeLink, type GivenLink } from './OneTimeLink.tsx';
import { pages } from '../../page-list.ts';

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
  account: AccountView;
  onLink: (link: GivenLink) => void;
}

function AccountRow({ account, onLink }: AccountRowProps) {
  const { id, username, role, disabled, passwordChangedAt } = account;
  const isOwn = useSession().username === username;
  const change = useCall('account.change', {
    invalidates: ['account.list'],
    done: `Account ${username} updated.`,
  });
  const makeLink = useCall('account.link', {
    onSuccess: (link) => onLink({ ...link, username }),
  });
  const error = change.error ?? makeLink.error;
  const isBusy = change.isPending || makeLink.isPending;
  return (
    <li>
      <div>
        <RowTitle>{username}</RowTitle>
        <RowNote>
          {disabled ? 'Disabled. ' : ''}Password set on {readableTime(passwordChangedAt)}
        </RowNote>
        {error && (
          <Message tone="danger" role="alert">
            {wordsOf(error)}
          </Message>
        )}
      </div>
      {isOwn ? (
        <RowNote>{roleDefinitions[role].name} (you)</RowNote>
      ) : (
        <RowActions>
          <Select
            aria-label={`Role of ${username}`}
            value={role}
            disabled={isBusy || disabled}
            onKeyDown={openByKey}
            onChange={({ target }) => change.mutate({ id, role: target.value as Role })}
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
              aria-label={`New link for ${username}`}
              disabled={isBusy}
              onClick={() => makeLink.mutate({ id })}
            >
              New link
            </Button>
          )}
          <Button
            $small
            $quiet={disabled}
            $grave={!disabled}
            aria-label={`${disabled ? 'Enable' : 'Disable'} ${username}`}
            disabled={isBusy}
            onClick={() => change.mutate({ id, disabled: !disabled })}
          >
            {disabled ? 'Enable' : 'Disable'}
          </Button>
        </RowActions>
      )}
    </li>
  );
}
