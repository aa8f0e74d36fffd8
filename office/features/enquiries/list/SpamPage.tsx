import { useState } from 'react';

import type { EnquiryRow } from '../../../office-views.ts';
import { Button } from '../../../controls/Button.tsx';
import { Confirm } from '../../../controls/Dialog.tsx';
import { KeyboardHelp } from '../../../controls/KeyboardHelp.tsx';
import { useSession } from '../../../shell/session.tsx';
import { applies } from '../changes.ts';
import { enquiryKeys, Offers } from '../Offers.tsx';
import { lists } from '../state.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { List } from './List.tsx';
import { useChanges, type Changes } from './use-changes.ts';
import { ListTroubles, NothingHere, Reading } from './ListState.tsx';
import { SearchField } from './SearchField.tsx';
import { rowsOf, useList } from './use-list.ts';
import { countOf } from './words.ts';
import { useFinalChanges } from '../detail/use-final-changes.ts';
import { PageTitle } from '../../../shell/PageTitle.tsx';
import { useMemory } from '../../../controls/use-memory.ts';

/** Spam, for review before it is deleted. */
export function SpamPage() {
  const [search, setSearch] = useMemory('search in spam');
  const list = useList({ tab: 'spam', search });
  const changes = useChanges();
  const rows = rowsOf(list.data);
  return (
    <>
      <PageTitle
        title={lists.spam.label}
        lead="Spam is deleted after 30 days unless you mark it as not spam. No emails are sent about spam."
      >
        <SearchField search={search} onSearch={setSearch} />
      </PageTitle>
      <ListTroubles error={list.error} onRetry={() => void list.refetch()} />
      {rows.length > 0 ? (
        <List
          label={lists.spam.label}
          list={list}
          actions={(selected, done) => <Actions {...{ selected, done, changes }} />}
        />
      ) : list.data === undefined || list.isPlaceholderData ? (
        !list.error && <Reading>Loading …</Reading>
      ) : (
        <NothingHere title={search ? 'Nothing found' : 'No spam'}>
          <p>
            {search
              ? 'This search covers spam only.'
              : 'Enquiries that look like spam wait here for review.'}
          </p>
        </NothingHere>
      )}
      <ConflictDialog changes={changes} />
      <KeyboardHelp keys={enquiryKeys} />
    </>
  );
}

interface ActionsProps {
  selected: EnquiryRow[];
  done: () => void;
  changes: Changes;
}

function Actions({ selected, done, changes }: ActionsProps) {
  const { username } = useSession();
  const final = useFinalChanges();
  const [asks, setAsks] = useState(false);
  const disabled = changes.isBusy || final.isPending;
  return (
    <Offers
      enquiries={selected}
      disabled={disabled}
      onAct={(act) => {
        done();
        void changes.run(
          selected.filter((row) => applies(act, row, username)),
          act,
        );
      }}
    >
      <Button $small $grave disabled={disabled} onClick={() => setAsks(true)}>
        Delete
      </Button>
      {asks && (
        <Confirm
          title={`Delete ${countOf(selected.length)}?`}
          words="This cannot be undone. The audit trail records that you deleted it, but not its content."
          action="Delete permanently"
          $grave
          onConfirm={() => {
            final.run('enquiry.delete', selected);
            done();
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </Offers>
  );
}
