import { useState } from 'react';
import * as z from 'zod/mini';

import { roles } from '../../../contract/roles.ts';
import { accountPaths, accountView, linkView, type AccountView } from '../../account-api.ts';
import { Button } from '../controls/Button.tsx';
import { readableTime } from '../controls/dates.ts';
import { Message } from '../controls/Message.tsx';
import { Panel } from '../controls/Panel.tsx';
import { Read } from '../controls/Read.tsx';
import { RowActions, RowNote, Rows, RowTitle } from '../controls/Rows.tsx';
import { openByKey, Select } from '../controls/Select.tsx';
import { useChange } from '../controls/use-change.ts';
import { request, wordsOf } from '../request.ts';
import { useSession } from '../session.tsx';
import { roleNames } from '../shell/AccountMenu.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useRead } from '../use-read.ts';
import { AddAccount } from './AddAccount.tsx';
import { OneTimeLink, type GivenLink } from './OneTimeLink.tsx';

const accountsSchema = z.object({ accounts: z.array(accountView) });
const invalidates = [accountPaths.accounts];

/** Who may sign in, and what for. For officers. */
export function AccountsPage() {
  const query = useRead(accountPaths.accounts, accountsSchema);
  const [link, setLink] = useState<GivenLink>();
  return (
    <>
      <PageTitle
        title="Accounts"
        lead="Who may sign in, and what for. A change holds at once, also for whoever is signed in."
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
  const change = useChange(
    (body: { role?: string; disabled?: boolean }) =>
      request(accountPaths.account(id), { method: 'PATCH', body }),
    { invalidates, done: `The account of ${username} was changed.` },
  );
  const makeLink = useChange(
    () => request(accountPaths.accountLink(id), { method: 'POST', schema: linkView }),
    { onSuccess: (link) => onLink({ ...link, username }) },
  );
  const error = change.error ?? makeLink.error;
  const isBusy = change.isPending || makeLink.isPending;
  return (
    <li>
      <div>
        <RowTitle>{username}</RowTitle>
        <RowNote>
          {disabled ? 'May not sign in. ' : ''}Password of {readableTime(passwordChangedAt)}
        </RowNote>
        {error && (
          <Message tone="danger" role="alert">
            {wordsOf(error)}
          </Message>
        )}
      </div>
      {isOwn ? (
        <RowNote>{roleNames[role]}; your own account</RowNote>
      ) : (
        <RowActions>
          <Select
            aria-label={`Role of ${username}`}
            value={role}
            disabled={isBusy || disabled}
            onKeyDown={openByKey}
            onChange={({ target }) => change.mutate({ role: target.value })}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {roleNames[one]}
              </option>
            ))}
          </Select>
          {!disabled && (
            <Button
              $quiet
              $small
              aria-label={`New link for ${username}`}
              disabled={isBusy}
              onClick={() => makeLink.mutate()}
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
            onClick={() => change.mutate({ disabled: !disabled })}
          >
            {disabled ? 'Enable' : 'Disable'}
          </Button>
        </RowActions>
      )}
    </li>
  );
}
