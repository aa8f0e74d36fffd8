import { useState } from 'react';
import { useParams } from 'react-router-dom';

import { readableTime } from '../../contract/time.ts';
import type { InputOf, OutputOf } from '../api.ts';
import { pages } from '../page-list.ts';
import { BackLink, PageTitle } from '../shell/PageTitle.tsx';
import { useAction, useAnswer } from '../shell/use-action.ts';
import { Button, Confirm, ErrorMessage, Form, Message, Panel, Prose, Read } from '../ui.tsx';
import { answersAboutAccounts } from './AccountsPage.tsx';
import { changedDetails, DetailFields } from './fields.tsx';

type Account = OutputOf<'account.list'>['accounts'][number];

/** One account, for information officers. */
export function OtherAccountPage() {
  const { username = '' } = useParams();
  const query = useAnswer('account.list', {});
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
              <Access account={account} />
            </>
          ) : (
            <Prose>There is no such account.</Prose>
          )
        }
      </Read>
    </>
  );
}

function Details({ account }: { account: Account }) {
  const { id, name, email, assignmentEmails } = account;
  const shown = { name, email, assignmentEmails };
  const change = useAction('account.edit', { invalidates: answersAboutAccounts, done: 'Saved.' });
  return (
    <Panel title="Name and email">
      <Form
        onSubmit={(typed: Omit<InputOf<'account.edit'>, 'id'>) =>
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

function Access({ account }: { account: Account }) {
  const { id, username, hasPasskey, lastSignInAt } = account;
  const [isAsking, setIsAsking] = useState(false);
  const end = useAction('account.end-access', {
    invalidates: answersAboutAccounts,
    done: 'Access ended.',
  });
  return (
    <Panel title="Sign-in">
      <Prose>
        {lastSignInAt ? `Last sign-in ${readableTime(lastSignInAt)}.` : 'Has not signed in yet.'}
        {hasPasskey ? ' Has a passkey.' : ' No passkey.'}
      </Prose>
      <ErrorMessage error={end.error} />
      <Button $grave $small disabled={end.isPending} onClick={() => setIsAsking(true)}>
        End all access …
      </Button>
      {end.isSuccess && <Message>Access ended.</Message>}
      {isAsking && (
        <Confirm
          title={`End all access of ${account.name || username}?`}
          words="This ends all sessions, and removes the passkeys and access tokens. The password stays: for a new one, make a link."
          action="End all access"
          $grave
          onConfirm={() => end.mutate({ id })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Panel>
  );
}
