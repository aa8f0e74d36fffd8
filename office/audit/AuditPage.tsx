import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { exactTime, fullTime } from '#contract/time.ts';
import { media } from '#design/tokens.ts';
import type { InputOf, OutputOf } from '../api.ts';
import { call, save } from '../client.ts';
import { pages } from '../page-list.ts';
import { officeApiPath } from '../paths.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useAnswer } from '../shell/use-action.ts';
import {
  Button,
  Choice,
  ErrorMessage,
  Field,
  Form,
  Panel,
  Read,
  RowNote,
  Rows,
  SideBySide,
  verbatim,
} from '../ui.tsx';

type Search = InputOf<'audit.export'>;
type AuditRecord = OutputOf<'audit.search'>['records'][number];

/** Shows who read or changed what. */
export function AuditPage() {
  const [search, setSearch] = useState<Search>({});
  // Each search is recorded, also the same one again.
  const [times, setTimes] = useState(0);
  const { data: accounts } = useAnswer('account.names', {});
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
        <Filters onSubmit={find}>
          <Field
            {...verbatim}
            label="Enquiry or email address"
            name="about"
            maxLength={254}
            hint="The reference of an enquiry, even an erased one, or an email address that we still hold."
          />
          <Choice label="Colleague" name="account" options={{ '': 'Anyone', ...accounts?.names }} />
          <Field label="From" name="from" type="date" />
          <Field label="To (inclusive)" name="to" type="date" />
          <Button type="submit" $small>
            Search
          </Button>
        </Filters>
      </Panel>
      <Panel title="Results">
        <Results key={times} search={search} />
      </Panel>
    </>
  );
}

/** The results, at most 1 000 of them: the file has all. */
function Results({ search }: { search: Search }) {
  const [limit, setLimit] = useState(50);
  const query = useQuery({
    queryKey: ['audit.search', search, limit],
    queryFn: ({ signal }) => call('audit.search', { ...search, limit }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const file = useMutation({ mutationFn: () => save(`${officeApiPath}/audit.export`, search) });
  return (
    <Read query={query}>
      {({ records, total }) => (
        <>
          <SideBySide>
            <p role="status">{total === 0 ? 'Nothing found.' : `${records.length} of ${total}`}</p>
            <Button $small $quiet disabled={file.isPending} onClick={() => file.mutate()}>
              {file.isPending ? 'Preparing file …' : 'Save all as CSV'}
            </Button>
          </SideBySide>
          <ErrorMessage error={file.error} />
          <Rows aria-label="Results">
            {records.map((record) => (
              <Record key={record.id} {...record} />
            ))}
          </Rows>
          {records.length < Math.min(total, 1_000) && (
            <Button
              $small
              $quiet
              disabled={query.isFetching}
              onClick={() => setLimit(Math.min(4 * limit, 1_000))}
            >
              {query.isFetching ? 'Loading …' : 'Show more'}
            </Button>
          )}
        </>
      )}
    </Read>
  );
}

function Record({ at, actor, verb, enquiries, count, rest, notes }: AuditRecord) {
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
          {enquiries.length > 1 && more > 0 && ` and ${more} more`} {rest}
        </Line>
        {notes.map((note) => (
          <RowNote key={note}>{note}</RowNote>
        ))}
      </div>
      <Time as="time" dateTime={at} title={fullTime(at)}>
        {exactTime(at)}
      </Time>
    </li>
  );
}

const Filters = styled(Form<Record<string, string>>)`
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

const Time = styled(RowNote)`
  align-self: start;
  font-variant-numeric: tabular-nums;
`;
