import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { arcPath } from '../../design/geometry.ts';
import { drawn } from '../../design/line-art.tsx';
import { color, font, space } from '../../design/tokens.ts';
import { isDown, wordsOf } from '../client.ts';
import { pages } from '../page-list.ts';
import { useTabStorage } from '../shell/drafts.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useSession } from '../shell/session.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useMemory } from '../shell/use-memory.ts';
import { announce } from '../toast.tsx';
import { Button, Message, SideBySide, TextButton } from '../ui.tsx';
import type { Row } from './api.ts';
import { ChangeButtons, useChangeKeys } from './ChangeButtons.tsx';
import { EnquiryList, focusedRow } from './EnquiryList.tsx';
import { ExportEnquiries } from './ExportEnquiries.tsx';
import { ClearFilter, Filters, readFilter } from './Filters.tsx';
import { KeyboardHelp } from './KeyboardHelp.tsx';
import { listLabels, type ListName } from './lists.ts';
import { SearchField } from './SearchField.tsx';
import { Tabs } from './Tabs.tsx';
import { useChanges, type Changes } from './use-changes.ts';
import { lastList, lastOrder, rowsOf, useEnquiryList, type ListWish } from './use-enquiry-list.ts';
import { countOf, emptyWords, inboxLists } from './words.ts';

const AddEnquiry = lazy(async () => ({
  default: (await import('./AddEnquiry.tsx')).AddEnquiry,
}));

/** The inbox: all lists of enquiries except spam. */
export function EnquiriesPage() {
  const [parameters] = useSearchParams();
  const tab = inboxLists.find((name) => name === parameters.get('tab')) ?? inboxLists[0];
  return <ListPage tab={tab} searched="all" title={pages.enquiries.title} />;
}

export function SpamPage() {
  return (
    <ListPage
      tab="spam"
      searched="spam"
      title={pages.spam.title}
      lead={
        <>
          Spam is deleted after 30 days unless you mark it as not spam. No staff notification or
          acknowledgement is sent for spam. <Link to={pages.blockList.path}>Block list</Link>
        </>
      }
    />
  );
}

interface ListPageProps {
  tab: ListName;
  /** The list that a search covers. */
  searched: 'all' | 'spam';
  title: string;
  lead?: ReactNode;
}

/** A page that shows a list of enquiries with a search. The inbox also has tabs. */
function ListPage({ tab, searched, title, lead }: ListPageProps) {
  const [parameters] = useSearchParams();
  const [search, setSearch] = useMemory(`search in ${searched}`);
  const isSpam = tab === 'spam';
  const shown = search ? searched : tab;
  const filter = readFilter(parameters);
  const wish: ListWish = { list: shown, ...filter, ...(search && { search }) };
  const list = useEnquiryList(wish);
  const changes = useChanges();
  const rows = rowsOf(list.data);
  const [first] = list.data?.pages ?? [];
  useReturnAddress(rows);
  useResultWords(search, tab, list.isFetching ? undefined : first?.total);
  const keys = useListKeys(rows, changes);
  const isLoading = list.data === undefined || list.isPlaceholderData;
  return (
    <>
      <PageTitle title={title} lead={lead}>
        <SearchField search={search} onSearch={setSearch} />
      </PageTitle>
      {!isSpam && (
        <Tabs
          current={search ? undefined : tab}
          counts={first?.counts}
          parameters={parameters}
          onSelect={() => setSearch('')}
        />
      )}
      <Filters
        parameters={parameters}
        withOwner={shown !== 'mine'}
        withOverdue={rows.some(({ dueOn }) => dueOn !== null)}
        marked={isSpam ? 0 : (first?.marked ?? 0)}
      />
      <ListError error={list.error} onRetry={() => void list.refetch()} />
      {changes.message && (
        <Message tone="danger" role="alert">
          {changes.message}
        </Message>
      )}
      {rows.length > 0 && (
        <EnquiryList
          key={`${search ? 'search' : tab} ${parameters.toString()}`}
          label={search ? 'Search results' : listLabels[tab]}
          list={list}
          actions={(selected, done) => (
            <ChangeButtons
              enquiries={selected}
              isBusy={changes.isBusy}
              onRun={(enquiries, change) => {
                done();
                void changes.run(enquiries, change);
              }}
            />
          )}
        />
      )}
      {rows.length === 0 && isLoading && !list.error && (
        <Loading aria-busy="true">Loading …</Loading>
      )}
      {rows.length === 0 && !isLoading && (
        <EmptyList
          {...{ tab, search, searched, parameters }}
          hidden={first?.counts[shown] ?? 0}
          onClear={() => setSearch('')}
        />
      )}
      {!isSpam && <BelowList wish={wish} isEmpty={rows.length === 0} />}
      {keys}
      <KeyboardHelp />
    </>
  );
}

/** Remembers the address and the order of the list, for the enquiry that is opened from it. */
function useReturnAddress(rows: readonly Row[]): void {
  const { pathname, search } = useLocation();
  const [, setAddress] = useTabStorage(lastList);
  const [, setOrder] = useTabStorage(lastOrder);
  const order = rows.map(({ reference }) => reference).join(' ');
  useEffect(() => setAddress(`${pathname}${search}`), [pathname, search, setAddress]);
  useEffect(() => setOrder(order), [order, setOrder]);
}

/** Announces the number of results once per search or list, except for the first list shown. */
function useResultWords(search: string, tab: ListName, total: number | undefined): void {
  const announced = useRef<string>(tab);
  useEffect(() => {
    const shown = search ? `search ${search}` : tab;
    if (total === undefined || announced.current === shown) return;
    announced.current = shown;
    if (search) announce(total === 0 ? 'Nothing found.' : `${countOf(total)} found.`);
    else announce(`${listLabels[tab]}: ${total === 0 ? emptyWords[tab][0] : countOf(total)}.`);
  }, [search, tab, total]);
}

function useListKeys(rows: readonly Row[], changes: Changes): ReactNode {
  const navigate = useNavigate();
  const focused = () => rows.find(({ id }) => id === focusedRow());
  const open = (state: object) => () => {
    const row = focused();
    if (row) navigate(`/enquiries/${row.reference}`, { state });
  };
  useShortcuts({ n: open({ note: true }), r: open({ reply: true }) });
  return useChangeKeys(focused, changes.isBusy, (enquiries, change) => {
    void changes.run(enquiries, change);
  });
}

function BelowList({ wish, isEmpty }: { wish: ListWish; isEmpty: boolean }) {
  const { may } = useSession();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Below data-print="hide">
      {may('enquiry.change') && (
        <Button $small $quiet onClick={() => setIsAdding(true)}>
          Add an enquiry …
        </Button>
      )}
      {!isEmpty && <ExportEnquiries {...wish} />}
      {isAdding && (
        <Suspense>
          <AddEnquiry onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </Below>
  );
}

export function ListError({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return null;
  const words = isDown(error)
    ? 'Enquiries cannot be loaded at the moment. New ones are safe and will appear here automatically.'
    : wordsOf(error);
  return (
    <Warning data-print="hide">
      <Message tone="danger" role="alert">
        {words}
      </Message>
      <Button $quiet $small onClick={onRetry}>
        Try again
      </Button>
    </Warning>
  );
}

interface EmptyListProps extends Pick<ListPageProps, 'tab' | 'searched'> {
  search: string;
  parameters: URLSearchParams;
  /** The number of enquiries in the list, whatever the filter. */
  hidden: number;
  onClear: () => void;
}

const arcs = [26, 40, 54].map((radius) => arcPath({ x: 60, y: 62 }, radius, -90, 180)).join('');

function EmptyList({ tab, search, searched, parameters, hidden, onClear }: EmptyListProps) {
  const { oldestFirst: _order, ...filter } = readFilter(parameters);
  const isFiltered = Object.keys(filter).length > 0;
  const isNarrowed = search !== '' || isFiltered;
  const [title, words] = emptyWords[tab];
  return (
    <Empty>
      <svg viewBox="0 0 120 66" aria-hidden="true">
        <path d={arcs} />
      </svg>
      <p>{isNarrowed ? 'Nothing found' : title}</p>
      <div>
        {!isNarrowed && <p>{words}</p>}
        {search && (
          <p>
            {searched === 'spam'
              ? 'This search covers spam only.'
              : 'Search covers every field, note, reply, tag and reference, but not spam.'}
          </p>
        )}
        {isFiltered && hidden > 0 && <p>The filter above hides other enquiries.</p>}
        <SideBySide>
          {search && <TextButton onClick={onClear}>Clear search</TextButton>}
          {isFiltered && <ClearFilter parameters={parameters} />}
        </SideBySide>
      </div>
    </Empty>
  );
}

const Loading = styled.p`
  padding-block: ${space.large};
  color: ${color.muted};
`;

const Warning = styled(SideBySide)`
  gap: ${space.small} ${space.medium};
  margin-top: ${space.medium};
`;

const Below = styled(SideBySide)`
  gap: ${space.small};
  margin-top: ${space.medium};
`;

const Empty = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space.base};
  max-width: 32rem;
  margin: ${space.huge} auto;
  text-align: center;
  color: ${color.muted};

  > svg {
    width: 7.5rem;
    ${drawn(color.accent, 1.25)}
  }
  > div > div {
    justify-content: center;
    gap: ${space.base};
  }
  > p:first-of-type {
    color: ${color.ink};
    font: 400 1.625rem/1.25 ${font.display};
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
`;
