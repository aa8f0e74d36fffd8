import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { space } from '../../../../design/tokens.ts';
import type { EnquiryRow } from '../../../office-views.ts';
import { TextButton } from '../../../controls/Button.tsx';
import { KeyboardHelp } from '../../../controls/KeyboardHelp.tsx';
import { useShortcuts } from '../../../controls/shortcuts.ts';
import { ExportEnquiries } from './ExportEnquiries.tsx';
import { useSession } from '../../../shell/session.tsx';
import { useAnnounce } from '../../../shell/announce.tsx';
import { PageTitle } from '../../../shell/PageTitle.tsx';
import { useMemory } from '../../../controls/use-memory.ts';
import { actOf, applies, offersFor, type Act } from '../changes.ts';
import { listOf, lists, type ListName } from '../state.ts';
import { enquiryKeys, Offers } from '../Offers.tsx';
import { AssignTo } from './AssignTo.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { focusedRow, List } from './List.tsx';
import { ListTroubles, NothingHere, Reading } from './ListState.tsx';
import { SearchField } from './SearchField.tsx';
import { Tabs } from './Tabs.tsx';
import { useChanges, type Changes } from './use-changes.ts';
import { rowsOf, useList } from './use-list.ts';
import { countOf } from './words.ts';
import { pages } from '../../../page-list.ts';

/** The inbox: lists of new, assigned and closed enquiries. */
export function EnquiriesPage() {
  const [parameters] = useSearchParams();
  const wanted = parameters.get('tab') ?? 'new';
  const tab = isInbox(wanted) ? wanted : 'new';
  const [search, setSearch] = useMemory('search');
  const list = useList({ tab: search ? 'all' : tab, search });
  const changes = useChanges();
  const rows = rowsOf(list.data);
  const [emptyTitle = '', emptyWords = ''] = listOf(tab).empty ?? [];
  const counts = list.data?.pages[0]?.counts;
  useArrivals(counts && counts.all + counts.spam);
  useShown(search, tab, list.isFetching ? undefined : list.data?.pages[0]?.total);
  useRowKeys(rows, changes);
  return (
    <>
      <PageTitle title={pages.enquiries.title}>
        <SearchField search={search} onSearch={setSearch} />
      </PageTitle>
      <Tabs current={search ? undefined : tab} counts={counts} onSelect={() => setSearch('')} />
      <ListTroubles error={list.error} onRetry={() => void list.refetch()} />
      {rows.length > 0 ? (
        <List
          key={search ? 'search' : tab}
          label={search ? 'Search results' : listOf(tab).label}
          list={list}
          actions={(selected, done) => <Actions {...{ selected, done, changes }} />}
        />
      ) : list.data === undefined || list.isPlaceholderData ? (
        !list.error && <Reading>Loading …</Reading>
      ) : search ? (
        <NothingHere title="Nothing found">
          <p>
            Search covers names, email addresses, organisations, messages and references, but not
            spam.
          </p>
          <TextButton onClick={() => setSearch('')}>Clear search</TextButton>
        </NothingHere>
      ) : (
        <NothingHere title={emptyTitle}>
          <p>
            {tab === 'new' && counts?.all === 0
              ? 'No enquiries yet. New ones will appear here.'
              : emptyWords}
          </p>
        </NothingHere>
      )}
      {rows.length > 0 && (
        <BelowList data-print="hide">
          <ExportEnquiries tab={search ? 'all' : tab} search={search} />
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

function isInbox(name: string): name is ListName {
  return Object.hasOwn(lists, name) && listOf(name as ListName).empty !== undefined;
}

interface ActionsProps {
  selected: EnquiryRow[];
  done: () => void;
  changes: Changes;
}

function Actions({ selected, done, changes: { run, isBusy } }: ActionsProps) {
  const { username } = useSession();
  const does = (act: Act) => {
    done();
    void run(
      selected.filter((row) => applies(act, row, username)),
      act,
    );
  };
  return (
    <Offers enquiries={selected} disabled={isBusy} onAct={does}>
      <AssignTo disabled={isBusy} onAssign={(owner) => does(actOf('enquiry.assign', { owner }))} />
    </Offers>
  );
}

/** The keys for the focused row. */
function useRowKeys(rows: readonly EnquiryRow[], { run }: Changes): void {
  const { username } = useSession();
  const navigate = useNavigate();
  const withRow = (does: (row: EnquiryRow) => void) => () => {
    const row = rows.find(({ id }) => id === focusedRow());
    if (row) does(row);
  };
  useShortcuts({
    ...Object.fromEntries(
      offersFor(username).flatMap(({ key, act }) => {
        const press = withRow((row) => {
          if (applies(act, row, username)) void run([row], act);
        });
        return key ? [[key, press]] : [];
      }),
    ),
    n: withRow(({ reference }) => {
      navigate(`/enquiries/${reference}`, { state: { note: true } });
    }),
  });
}

/** Announces enquiries that arrive while the page is open. */
function useArrivals(held: number | undefined): void {
  const announce = useAnnounce();
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (held === undefined) return;
    const more = held - (before.current ?? held);
    if (more > 0) announce(more === 1 ? '1 new enquiry.' : `${more} new enquiries.`);
    before.current = held;
  }, [held, announce]);
}

/** Announces the number of results, once per search and per list after the first. */
function useShown(search: string, tab: ListName, total: number | undefined): void {
  const announce = useAnnounce();
  const said = useRef(tab as string);
  useEffect(() => {
    const shown = search ? `search ${search}` : tab;
    if (total === undefined || said.current === shown) return;
    said.current = shown;
    if (search) announce(total === 0 ? 'Nothing found.' : `${countOf(total)} found.`);
    else
      announce(`${listOf(tab).label}: ${total === 0 ? listOf(tab).empty?.[0] : countOf(total)}.`);
  }, [search, tab, total, announce]);
}
