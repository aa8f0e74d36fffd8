import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { exactTime, fullTime } from '#contract/time.ts';
import { color, media, size } from '#design/tokens.ts';
import type { InputOf, OutputOf } from '../api.ts';
import { call, save } from '../client.ts';
import { pages } from '../page-list.ts';
import { officeApiPath } from '../paths.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useAnswer } from '../shell/use-action.ts';
import { announce } from '../toast.tsx';
import {
  Button,
  Choice,
  ErrorMessage,
  Field,
  Form,
  Panel,
  Prose,
  Read,
  RowNote,
  Rows,
  SideBySide,
  verbatim,
} from '../ui.tsx';

type Search = InputOf<'audit.export'>;
type Found = OutputOf<'audit.search'>;

/** Shows who read or changed what. */
export function AuditPage() {
  const [search, setSearch] = useState<Search>({});
  // Each search is recorded, also the same one again.
  const [times, setTimes] = useState(0);
  function find(typed: Record<string, string>): void {
    const given = Object.entries(typed).filter(([, text]) => text.trim() !== '');
    setSearch(Object.fromEntries(given));
    setTimes(times + 1);
  }
  return (
    <>
      <PageTitle
        title={pages.audit.title}
        lead="Who read or changed what, and when. Kept for 24 months. Visits to this page are recorded; search terms are not."
      />
      <Panel title="Search">
        <Filters onSearch={find} />
      </Panel>
      <Panel title="Results">
        <Results key={times} search={search} />
      </Panel>
    </>
  );
}

function Filters({ onSearch }: { onSearch: (typed: Record<string, string>) => void }) {
  const { data } = useAnswer('account.names', {});
  return (
    <Columns onSubmit={onSearch}>
      <Field
        {...verbatim}
        label="Enquiry or email address"
        name="about"
        maxLength={254}
        hint="The reference of an enquiry, even an erased one, or an email address that we still hold."
      />
      <Choice label="Colleague" name="account" options={{ '': 'Anyone', ...data?.names }} />
      <Field label="From" name="from" type="date" />
      <Field label="To (inclusive)" name="to" type="date" />
      <Button type="submit" $small>
        Search
      </Button>
    </Columns>
  );
}

function Results({ search }: { search: Search }) {
  const file = useMutation({
    mutationFn: () => save(`${officeApiPath}/audit.export`, search),
  });
  const query = useInfiniteQuery({
    queryKey: ['audit.search', search],
    queryFn: ({ pageParam: after, signal }) =>
      call('audit.search', { ...search, ...(after && { after }) }, { signal }),
    initialPageParam: null as Found['next'],
    getNextPageParam: ({ next }) => next,
    // Not cached: each visit must search again, so that it is recorded.
    gcTime: 0,
    staleTime: Infinity,
  });
  async function showMore(): Promise<void> {
    const { data } = await query.fetchNextPage();
    if (data) announce(`Showing ${shownOf(data.pages)}.`);
  }
  return (
    <Read query={query}>
      {({ pages: found }) =>
        found[0]?.total === 0 ? (
          <Prose role="status">Nothing found.</Prose>
        ) : (
          <>
            <SideBySide>
              <p role="status">{shownOf(found)}</p>
              <Button $small $quiet disabled={file.isPending} onClick={() => file.mutate()}>
                {file.isPending ? 'Preparing file …' : 'Save all as CSV'}
              </Button>
            </SideBySide>
            <ErrorMessage error={file.error} />
            <Rows aria-label="Results">
              {found.flatMap(({ records }) =>
                records.map((record) => <Record key={record.id} record={record} />),
              )}
            </Rows>
            {query.hasNextPage && (
              <Button
                $small
                $quiet
                disabled={query.isFetchingNextPage}
                onClick={() => void showMore()}
              >
                {query.isFetchingNextPage ? 'Loading …' : 'Show more'}
              </Button>
            )}
          </>
        )
      }
    </Read>
  );
}

/** '50 of 1 234' */
function shownOf(found: readonly Found[]): string {
  const shown = found.reduce((sum, { records }) => sum + records.length, 0);
  const total = found.at(-1)?.total ?? 0;
  return `${shown.toLocaleString('en-ZA')} of ${total.toLocaleString('en-ZA')}`;
}

function Record({ record }: { record: Found['records'][number] }) {
  const { at, actor, verb, enquiries, count, rest, notes } = record;
  const more = count - enquiries.length;
  return (
    <li>
      <div>
        <Line>
          <strong>{actor === 'nobody' ? 'Someone' : actor}</strong> {verb}{' '}
          {enquiries.map((reference, index) => (
            <span key={reference}>
              {index > 0 && ', '}
              <Link to={`/enquiries/${reference}`}>{reference}</Link>
            </span>
          ))}
          {enquiries.length > 1 && more > 0 && ` and ${more.toLocaleString('en-ZA')} more`} {rest}
        </Line>
        {notes.map((note) => (
          <RowNote key={note}>{note}</RowNote>
        ))}
      </div>
      <Time dateTime={at} title={fullTime(at)}>
        {exactTime(at)}
      </Time>
    </li>
  );
}

const Columns = styled(Form<Record<string, string>>)`
  align-items: start;
  max-width: none;

  ${media.medium} {
    grid-template-columns: 1fr 1fr;
  }
`;

const Line = styled.p`
  overflow-wrap: anywhere;

  a {
    white-space: nowrap;
  }
`;

const Time = styled.time`
  align-self: start;
  color: ${color.muted};
  font-size: ${size.small};
  font-variant-numeric: tabular-nums;
`;
