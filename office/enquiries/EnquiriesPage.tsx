import { useState, type ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { arcPath } from '#design/geometry.ts';
import { VisuallyHidden } from '#design/layout.ts';
import { drawn } from '#design/line-art.tsx';
import { color, font, space } from '#design/tokens.ts';
import { pages } from '../page-list.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useSession } from '../shell/session.tsx';
import { useMemory } from '../shell/use-memory.ts';
import { Button, ErrorMessage, Failure, InSight, Prose, SideBySide, TextButton } from '../ui.tsx';
import { AddEnquiry } from './AddEnquiry.tsx';
import { EnquiryList } from './EnquiryList.tsx';
import { ExportEnquiries } from './ExportEnquiries.tsx';
import { clearFilter, Filters, readFilter } from './Filters.tsx';
import { KeyboardHelp } from './KeyboardHelp.tsx';
import { inboxLists, listLabels, type ListName } from './lists.ts';
import { SearchField } from './SearchField.tsx';
import { Tabs } from './Tabs.tsx';
import { useChanges } from './use-changes.ts';
import { rowsOf, useEnquiryList, type FromList, type ListWish } from './use-enquiry-list.ts';
import { countOf, emptyTitles, newOnesAreSafe } from './words.ts';

export function EnquiriesPage() {
  const [parameters] = useSearchParams();
  const tab = inboxLists.find((name) => name === parameters.get('tab')) ?? inboxLists[0];
  return <ListPage tab={tab} title={pages.enquiries.title} />;
}

export function SpamPage() {
  return (
    <ListPage
      tab="spam"
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
  title: string;
  lead?: ReactNode;
}

function ListPage({ tab, title, lead }: ListPageProps) {
  const { pathname, search: query } = useLocation();
  const { may } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const isSpam = tab === 'spam';
  const searched = isSpam ? 'spam' : 'all';
  const [search, setSearch] = useMemory(`search in ${searched}`);
  const shown = search ? searched : tab;
  const filter = readFilter(parameters);
  const wish: ListWish = { list: shown, ...filter, ...(search && { search }) };
  const list = useEnquiryList(wish);
  const rows = rowsOf(list.data);
  const [first] = list.data?.pages ?? [];
  const isLoading = list.data === undefined || list.isPlaceholderData;
  const isFiltered = Object.keys(filter).some((name) => name !== 'oldestFirst');
  const from: FromList = {
    list: `${pathname}${query}`,
    order: rows.map(({ reference }) => reference),
  };
  const changes = useChanges();
  const [isAdding, setIsAdding] = useState(false);
  const searchHint = `Search covers ${isSpam ? 'spam only' : 'every enquiry except spam'}. Type the beginnings of words.`;
  const filterHint = isFiltered && `The filter covers only the list ‘${listLabels[tab]}’.`;
  const hint = search ? searchHint : filterHint;
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
      <Filters list={shown} />
      <Failure query={list} whenDown={newOnesAreSafe} />
      <InSight>
        <ErrorMessage error={changes.message} />
      </InSight>
      <VisuallyHidden role="status">
        {!isLoading && `${search ? 'Found' : listLabels[tab]}: ${countOf(first?.total ?? 0)}`}
      </VisuallyHidden>
      {rows.length > 0 && (
        <EnquiryList
          key={`${shown} ${search} ${query}`}
          label={search ? 'Search results' : listLabels[tab]}
          {...{ list, rows, from, changes }}
        />
      )}
      {rows.length === 0 && isLoading && !list.error && <Prose aria-busy="true">Loading …</Prose>}
      {rows.length === 0 && !isLoading && (
        <Empty>
          <svg viewBox="0 0 120 66" aria-hidden="true">
            <path d={arcs} />
          </svg>
          <p>{search || isFiltered ? 'Nothing found' : emptyTitles[tab]}</p>
          {hint && <div>{hint}</div>}
          <SideBySide>
            {search && <TextButton onClick={() => setSearch('')}>Clear search</TextButton>}
            {isFiltered && (
              <TextButton onClick={() => clearFilter(setParameters)}>Clear filter</TextButton>
            )}
          </SideBySide>
        </Empty>
      )}
      {!isSpam && first && (
        <SideBySide $gap="small" $above="medium" data-print="hide">
          {may('enquiry.change') && (
            <Button $small $quiet onClick={() => setIsAdding(true)}>
              Add an enquiry …
            </Button>
          )}
          {rows.length > 0 && <ExportEnquiries {...wish} />}
        </SideBySide>
      )}
      {isAdding && <AddEnquiry onClose={() => setIsAdding(false)} />}
      <KeyboardHelp />
    </>
  );
}

const arcs = [26, 40, 54].map((radius) => arcPath({ x: 60, y: 62 }, radius, -90, 180)).join('');

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
  > p {
    color: ${color.ink};
    font: 400 1.625rem/1.25 ${font.display};
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
`;
