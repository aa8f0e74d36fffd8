import { useParams } from 'react-router-dom';

import { readableTime } from '../../../contract/time.ts';
import type { AnswerOf, RequestOf } from '../../office-api.ts';
import { pages } from '../../page-list.ts';
import { BackLink, PageTitle } from '../../shell/PageTitle.tsx';
import { useCall, useOperation } from '../../shell/use-operation.ts';
import { AccessRows } from './AccessRows.tsx';
import { readsOfAccounts } from './actions.ts';
import { changedDetails, DetailFields } from './own/DetailFields.tsx';
import { Button, ErrorMessage, Form, Message, Panel, Prose, Read } from '../../ui.tsx';

/** One account, for information officers. */
export function OtherAccountPage() {
  const { username = '' } = useParams();
  const query = useOperation('account.list');
  const account = query.data?.accounts.find((one) => one.username === username);
  return (
    <>
      <BackLink to={pages.accounts.path}>← All accounts</BackLink>
      <PageTitle title={account?.name || username} lead={account && `Username: ${username}`} />
      <Read query={query}>
        {() =>
          account ? (
            <>
              <Details account={account} />
              <AccessPanel id={account.id} lastSignInAt={account.lastSignInAt} />
            </>
          ) : (
            <Prose>There is no such account.</Prose>
          )
        }
      </Read>
    </>
  );
}

function Details({ account }: { account: AnswerOf<'account.list'>['accounts'][number] }) {
  const { id, name, email, assignmentEmails } = account;
  const shown = { name, email, assignmentEmails };
  const change = useCall('account.edit', {
    invalidates: readsOfAccounts,
    done: 'Saved.',
  });
  return (
    <Panel title="Name and email">
      <Form
        onSubmit={(typed: Omit<RequestOf<'account.edit'>, 'id'>) =>
          change.mutate({ id, ...changedDetails(typed, shown) })
        }
        error={change.error}
      >
        <DetailFields {...shown} />
        <Button type="submit" disabled={change.isPending}>
          Save
        </Button>
        {change.isSuccess && <Message>Saved.</Message>}
      </Form>
    </Panel>
  );
}

interface AccessPanelProps {
  id: string;
  lastSignInAt: string | null;
}

function AccessPanel({ id, lastSignInAt }: AccessPanelProps) {
  const query = useOperation('access.read', { id });
  const revoke = useCall('access.revoke', { invalidates: ['access.read'], done: 'Removed.' });
  return (
    <Panel title="Sign-in">
      <Prose>
        {lastSignInAt ? `Last sign-in ${readableTime(lastSignInAt)}.` : 'Has not signed in yet.'}
      </Prose>
      <ErrorMessage error={revoke.error} />
      <Read query={query}>
        {({ access }) => (
          <AccessRows
            access={access}
            isBusy={revoke.isPending}
            onRemove={({ kind, id: access }) => revoke.mutate({ id, kind, access })}
          />
        )}
      </Read>
    </Panel>
  );
}
