import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { space } from '../../../../design/tokens.ts';
import type { EnquiryRow } from '../../../office-views.ts';
import { pages } from '../../../page-list.ts';
import { Button, TextButton } from '../../../controls/Button.tsx';
import { Confirm } from '../../../controls/Dialog.tsx';
import { KeyboardHelp } from '../../../controls/KeyboardHelp.tsx';
import { useShortcuts } from '../../../controls/shortcuts.ts';
import { ExportEnquiries } from './ExportEnquiries.tsx';
import { useSession } from '../../../shell/session.tsx';
import { useAnnounce } from '../../../shell/announce.tsx';
import { PageTitle } from '../../../shell/PageTitle.tsx';
import { useMemory } from '../../../controls/use-memory.ts';
import { actOf, applies, offersFor, type Act } from '../changes.ts';
import { listOf, lists, tabsOf, type ListName } from '../state.ts';
import { enquiryKeys, Offers } from '../Offers.tsx';
import { AssignTo } from './AssignTo.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { focusedRow, List } from './List.tsx';
import { ListTroubles, NothingHere, Reading } from './ListState.tsx';
import { SearchField } from './SearchField.tsx';
import { Tabs } from './Tabs.tsx';
import { useFinalChanges } from '../detail/use-final-changes.ts';
import { useChanges, type Changes } from './use-changes.ts';
import { rowsOf, useList } from './use-list.ts';
import { countOf } from './words.ts';

/** The inbox: lists of new, assigned and closed enquiries. */
export function EnquiriesPage() {
  return <ListPage page="enquiries" />;
}

/** Spam, for review before it is deleted. */
export function SpamPage() {
  return (
    <ListPage
      page="spam"
      lead="Spam is deleted after 30 days unless you mark it as not spam. No emails are sent about spam."
    />
  );
}

function ListPage({ page, lead }: { page: 'enquiries' | 'spam'; lead?: string }) {
  const [parameters] = useSearchParams();
  const tabs = tabsOf(page);
  const tab = tabs.find((name) => name === parameters.get('tab')) ?? tabs[0] ?? 'new';
  const { label, isSpam = false, empty: [emptyTitle = '', emptyWords] = [] } = listOf(tab);
  const searched = isSpam ? 'spam' : 'all';
  const [search, setSearch] = useMemory(`search in ${searched}`);
  const shown = search ? searched : tab;
  const list = useList({ tab: shown, search });
  const changes = useChanges();
  const rows = rowsOf(list.data);
  const [first] = list.data?.pages ?? [];
  const counts = first?.counts;
  useArrivals(counts && counts.all + counts.spam);
  useShown(search, tab, list.isFetching ? undefined : first?.total);
  useRowKeys(rows, changes);
  return (
    <>
      <PageTitle title={pages[page].title} lead={lead}>
        <SearchField search={search} onSearch={setSearch} />
      </PageTitle>
      {page === 'enquiries' && (
        <Tabs current={search ? undefined : tab} counts={counts} onSelect={() => setSearch('')} />
      )}
      <ListTroubles error={list.error} onRetry={() => void list.refetch()} />
      {rows.length > 0 ? (
        <List
          key={search ? 'search' : tab}
          label={search ? 'Search results' : label}
          list={list}
          actions={(selected, done) => <SelectedActions {...{ selected, done, changes, isSpam }} />}
        />
      ) : list.data === undefined || list.isPlaceholderData ? (
        !list.error && <Reading>Loading …</Reading>
      ) : search ? (
        <NothingHere title="Nothing found">
          <p>{lists[searched].searched}</p>
          <TextButton onClick={() => setSearch('')}>Clear search</TextButton>
        </NothingHere>
      ) : (
        <NothingHere title={emptyTitle}>
          <p>{emptyWords}</p>
        </NothingHere>
      )}
      {rows.length > 0 && !isSpam && (
        <BelowList data-print="hide">
          <ExportEnquiries tab={shown} search={search} />
        </BelowList>
      )}
      <ConflictDialog changes={changes} />
      <KeyboardHelp keys={enquiryKeys} />
    </>
  );
}

const BelowList = styled.div`
  margin-top: ${space.medium};
`;

interface ActionsProps {
  selected: EnquiryRow[];
  done: () => void;
  changes: Changes;
  isSpam: boolean;
}

function SelectedActions({ selected, done, changes: { run, isBusy }, isSpam }: ActionsProps) {
  const { username } = useSession();
  const final = useFinalChanges();
  const [asks, setAsks] = useState(false);
  const disabled = isBusy || final.isPending;
  const does = (act: Act) => {
    done();
    void run(
      selected.filter((row) => applies(act, row, username)),
      act,
    );
  };
  return (
    <Offers enquiries={selected} disabled={disabled} onAct={does}>
      {isSpam ? (
        <Button $small $grave disabled={disabled} onClick={() => setAsks(true)}>
          Delete
        </Button>
      ) : (
        <AssignTo
          disabled={disabled}
          onAssign={(owner) => does(actOf('enquiry.assign', { owner }))}
        />
      )}
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

/** The keys for the focused row. */
function useRowKeys(rows: readonly EnquiryRow[], { run }: Changes): void {
  const { username, may } = useSession();
  const navigate = useNavigate();
  const withRow = (does: (row: EnquiryRow) => void) => () => {
    const row = rows.find(({ id }) => id === focusedRow());
    if (row) does(row);
  };
  const keys: Record<string, () => void> = {
    n: withRow(({ reference }) => {
      navigate(`/enquiries/${reference}`, { state: { note: true } });
    }),
  };
  for (const { key, act } of offersFor(username)) {
    const press = withRow((row) => {
      if (applies(act, row, username)) void run([row], act);
    });
    if (key) keys[key] = press;
  }
  useShortcuts(may('enquiry.change') ? keys : {});
}

/** Announces enquiries that arrive while the page is open. */
function useArrivals(total: number | undefined): void {
  const announce = useAnnounce();
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (total === undefined) return;
    const more = total - (before.current ?? total);
    if (more > 0) announce(more === 1 ? '1 new enquiry.' : `${more} new enquiries.`);
    before.current = total;
  }, [total, announce]);
}

/** Announces the number of results, once per search and per list after the first. */
function useShown(search: string, tab: ListName, total: number | undefined): void {
  const announce = useAnnounce();
  const announced = useRef(tab as string);
  useEffect(() => {
    const shown = search ? `search ${search}` : tab;
    if (total === undefined || announced.current === shown) return;
    announced.current = shown;
    if (search) announce(total === 0 ? 'Nothing found.' : `${countOf(total)} found.`);
    else
      announce(`${listOf(tab).label}: ${total === 0 ? listOf(tab).empty?.[0] : countOf(total)}.`);
  }, [search, tab, total, announce]);
}
