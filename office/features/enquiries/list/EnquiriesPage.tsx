import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { space } from '../../../../design/tokens.ts';
import { TextButton } from '../../../controls/Button.tsx';
import { SideBySide } from '../../../controls/Rows.tsx';
import { useShortcuts } from '../../../controls/shortcuts.ts';
import { useMemory, useTabStorage } from '../../../controls/use-memory.ts';
import type { EnquiryRow } from '../../../office-views.ts';
import { pages } from '../../../page-list.ts';
import { announce } from '../../../shell/announce.tsx';
import { PageTitle } from '../../../shell/PageTitle.tsx';
import { useSession } from '../../../shell/session.tsx';
import { applies, type Act } from '../acts.ts';
import { Conflict } from '../Conflict.tsx';
import { KeyboardHelp } from '../KeyboardHelp.tsx';
import { OfferButton, Offers, useEnquiryKeys } from '../Offers.tsx';
import { listOf, lists, tabsOf, type ListName } from '../state.ts';
import { countOf, useChanges, type Changes } from '../use-changes.ts';
import { ExportEnquiries } from './ExportEnquiries.tsx';
import { ClearFilter, Filters, readFilter } from './Filters.tsx';
import { focusedRow, List } from './List.tsx';
import { ListWarning, EmptyList, LoadingList } from './ListState.tsx';
import { SearchField } from './SearchField.tsx';
import { Tabs } from './Tabs.tsx';
import { lastList, rowsOf, useList } from './use-list.ts';

/** The inbox: all lists of enquiries except spam. */
export function EnquiriesPage() {
  return <ListPage page="enquiries" />;
}

/** A page that shows a list of enquiries with a search. The inbox also has tabs. */
export function ListPage({ page, lead }: { page: 'enquiries' | 'spam'; lead?: ReactNode }) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const tabs = tabsOf(page);
  const tab = tabs.find((name) => name === parameters.get('tab')) ?? tabs[0] ?? 'new';
  const { label, isSpam = false, empty: [emptyTitle = '', emptyWords] = [] } = listOf(tab);
  const searched = isSpam ? 'spam' : 'all';
  const [search, setSearch] = useMemory(`search in ${searched}`);
  const shown = search ? searched : tab;
  const filter = readFilter(parameters);
  const wish = { tab: shown, ...filter, ...(search ? { search } : {}) };
  const list = useList(wish);
  const changes = useChanges();
  const rows = rowsOf(list.data);
  const [first] = list.data?.pages ?? [];
  const counts = first?.counts;
  const { pathname, search: query } = useLocation();
  const [, setAddress] = useTabStorage(lastList);
  useEffect(() => setAddress(`${pathname}${query}`), [pathname, query, setAddress]);
  useArrivals(list.isFetching ? undefined : counts && counts.all + counts.spam);
  useShown(search, tab, list.isFetching ? undefined : first?.total);
  const isFiltered = Object.keys(filter).some((name) => name !== 'oldestFirst');
  const isNarrowed = search !== '' || isFiltered;
  const focused = () => rows.find(({ id }) => id === focusedRow());
  const asking = useEnquiryKeys(focused, (act, row) => void changes.run([row], act));
  useShortcuts({
    n() {
      const row = focused();
      if (row) navigate(`/enquiries/${row.reference}`, { state: { note: true } });
    },
  });
  return (
    <>
      <PageTitle title={pages[page].title} lead={lead}>
        <SearchField search={search} onSearch={setSearch} />
      </PageTitle>
      {page === 'enquiries' && (
        <Tabs
          current={search ? undefined : tab}
          counts={counts}
          parameters={parameters}
          onSelect={() => setSearch('')}
        />
      )}
      <Filters
        parameters={parameters}
        withMarked={!isSpam}
        withOwner={shown !== 'mine'}
        withOverdue={rows.some(({ replyDueOn }) => replyDueOn !== undefined)}
      />
      <ListWarning error={list.error} onRetry={() => void list.refetch()} />
      {rows.length > 0 ? (
        <List
          key={`${search ? 'search' : tab} ${parameters.toString()}`}
          label={search ? 'Search results' : label}
          list={list}
          actions={(selected, done) => <SelectedActions {...{ selected, done, changes, isSpam }} />}
        />
      ) : list.data === undefined || list.isPlaceholderData ? (
        !list.error && <LoadingList>Loading …</LoadingList>
      ) : (
        <EmptyList title={isNarrowed ? 'Nothing found' : emptyTitle}>
          {!isNarrowed && <p>{emptyWords}</p>}
          {search && <p>{lists[searched].searched}</p>}
          {isFiltered && counts?.[shown] !== 0 && <p>The filter above hides other enquiries.</p>}
          <SideBySide>
            {search && <TextButton onClick={() => setSearch('')}>Clear search</TextButton>}
            {isFiltered && <ClearFilter parameters={parameters} />}
          </SideBySide>
        </EmptyList>
      )}
      {rows.length > 0 && !isSpam && (
        <BelowList data-print="hide">
          <ExportEnquiries {...wish} />
        </BelowList>
      )}
      {asking}
      <Conflict changes={changes} />
      <KeyboardHelp />
    </>
  );
}

interface ActionsProps {
  selected: EnquiryRow[];
  done: () => void;
  changes: Changes;
  isSpam: boolean;
}

function SelectedActions({ selected, done, changes, isSpam }: ActionsProps) {
  const { username } = useSession();
  function act(what: Act): void {
    done();
    void changes.run(
      selected.filter((row) => applies(what, row, username)),
      what,
    );
  }
  return (
    <>
      <Offers enquiries={selected} disabled={changes.isBusy} onAct={act} />
      {isSpam && (
        <OfferButton
          $grave
          label="Delete"
          asks={{
            title: `Delete ${countOf(selected.length)}?`,
            words: 'An information officer can restore deleted enquiries for 14 days.',
            action: 'Delete spam',
          }}
          disabled={changes.isBusy}
          onConfirm={() => {
            void changes.runFinal(selected, 'enquiry.delete');
            done();
          }}
        />
      )}
    </>
  );
}

function useArrivals(total: number | undefined): void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (total === undefined) return;
    const more = total - (before.current ?? total);
    if (more > 0) announce(more === 1 ? '1 new enquiry.' : `${more} new enquiries.`);
    before.current = total;
  }, [total]);
}

/** Announces the number of results once per search or list, except for the first list shown. */
function useShown(search: string, tab: ListName, total: number | undefined): void {
  const announced = useRef(tab as string);
  useEffect(() => {
    const shown = search ? `search ${search}` : tab;
    if (total === undefined || announced.current === shown) return;
    announced.current = shown;
    if (search) announce(total === 0 ? 'Nothing found.' : `${countOf(total)} found.`);
    else
      announce(`${listOf(tab).label}: ${total === 0 ? listOf(tab).empty?.[0] : countOf(total)}.`);
  }, [search, tab, total]);
}

const BelowList = styled.div`
  margin-top: ${space.medium};
`;
