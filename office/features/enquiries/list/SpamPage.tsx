import { useState } from 'react';

import type { EnquiryRow } from '../../../office-views.ts';
import { Button } from '../../../controls/Button.tsx';
import { Confirm } from '../../../controls/Dialog.tsx';
import { KeyboardHelp } from '../../../controls/KeyboardHelp.tsx';
import { List } from './List.tsx';
import { ListTroubles, NothingHere, Reading } from './ListState.tsx';
import { SearchField } from './SearchField.tsx';
import { rowsOf, useList } from './use-list.ts';
import { countOf } from './words.ts';
import { useFinalChanges } from '../detail/use-final-changes.ts';
import { PageTitle } from '../../../shell/PageTitle.tsx';
import { useMemory } from '../../../controls/use-memory.ts';

/** What was held back as spam: kept for a while, and nobody was sent a mail about it. */
export function SpamPage() {
  const [search, setSearch] = useMemory('search in spam');
  const list = useList({ tab: 'spam', search });
  const rows = rowsOf(list.data);
  return (
    <>
      <PageTitle
        title="Held as spam"
        lead="No mail was sent about these. Each is deleted by itself on its day, unless you say that it is not spam."
      >
        <SearchField search={search} onSearch={setSearch} />
      </PageTitle>
      <ListTroubles error={list.error} onRetry={() => void list.refetch()} />
      {rows.length > 0 ? (
        <List
          label="Held as spam"
          list={list}
          actions={(chosen, done) => <Actions chosen={chosen} done={done} />}
        />
      ) : list.data === undefined || list.isPlaceholderData ? (
        !list.error && <Reading>Reading what is held …</Reading>
      ) : (
        <NothingHere title={search ? 'Nothing found' : 'Nothing is held'}>
          <p>
            {search
              ? 'Only what is held as spam is searched here.'
              : 'What looks like spam waits here to be looked at.'}
          </p>
        </NothingHere>
      )}
      <KeyboardHelp />
    </>
  );
}

function Actions({ chosen, done }: { chosen: EnquiryRow[]; done: () => void }) {
  const final = useFinalChanges();
  const [asks, setAsks] = useState<'release' | 'deleteSpam'>();
  const close = () => setAsks(undefined);
  const run = (kind: 'release' | 'deleteSpam') => () => {
    final.run(kind, chosen);
    done();
  };
  const what = countOf(chosen.length);
  return (
    <>
      <Button $small disabled={final.isPending} onClick={() => setAsks('release')}>
        Not spam: send the mails
      </Button>
      <Button $small $grave disabled={final.isPending} onClick={() => setAsks('deleteSpam')}>
        Delete
      </Button>
      {asks === 'release' && (
        <Confirm
          title={`${what}: not spam?`}
          words="What you have chosen joins the other enquiries, and the mails leave: one to us, and the confirmation to whoever wrote."
          action="Not spam: send the mails"
          onConfirm={run('release')}
          onClose={close}
        />
      )}
      {asks === 'deleteSpam' && (
        <Confirm
          title={`Delete ${what}?`}
          words="This cannot be undone. That you deleted it is kept in the audit trail; what it said is not."
          action="Delete for good"
          $grave
          onConfirm={run('deleteSpam')}
          onClose={close}
        />
      )}
    </>
  );
}
