import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { styled } from 'styled-components';

import { media, size, space } from '../../../design/tokens.ts';
import { auditActions } from './actions.ts';
import { auditKinds } from './audit-kinds.ts';
import type { RequestOf } from '../../office-api.ts';
import { Button } from '../../controls/Button.tsx';
import { Field, Label } from '../../controls/Field.tsx';
import { readForm } from '../../controls/Form.tsx';
import { Message } from '../../controls/Message.tsx';
import { Panel, PanelTitle, Prose } from '../../controls/Panel.tsx';
import { Read } from '../../controls/Read.tsx';
import { RowActions, Rows } from '../../controls/Rows.tsx';
import { Select } from '../../controls/Select.tsx';
import { callOperation, useDownload } from '../../shell/use-operation.ts';
import { wordsOf } from '../../shell/request.ts';
import { useAnnounce } from '../../shell/announce.tsx';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { Record } from './Record.tsx';
import { pages } from '../../page-list.ts';

type Search = RequestOf<'audit.export'>;

/** Who read or changed what. Search terms are sent in the request body, never in a URL. */
export function AuditPage() {
  const [search, setSearch] = useState<Search>({});
  return (
    <>
      <PageTitle
        title={pages.audit.title}
        lead="Who read or changed what, and when. Kept for 24 months. Visits to this page are logged; search terms are not."
      />
      <Filters search={search} onSearch={setSearch} />
      <Found search={search} />
    </>
  );
}

const faults: Partial<Record<string, string>> = {
  reference: 'Enter a reference such as 7F3K-92QD.',
  email: 'Enter an email address.',
};

interface FiltersProps {
  search: Search;
  onSearch: (search: Search) => void;
}

function Filters({ search, onSearch }: FiltersProps) {
  const [titleId, kindId] = [useId(), useId()];
  const [wrong, setWrong] = useState<string>();
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const typed = Object.entries(readForm(event)).filter(([, text]) => text.trim() !== '');
    const { success, data, error } = auditActions['audit.export'].request.safeParse(
      Object.fromEntries(typed),
    );
    setWrong(success ? undefined : String(error.issues[0]?.path[0]));
    if (success) onSearch(data);
  }
  const text = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <Panel aria-labelledby={titleId}>
      <PanelTitle id={titleId}>Search</PanelTitle>
      <Form onSubmit={submit} noValidate>
        <Field
          {...text}
          label="Enquiry reference"
          name="reference"
          error={wrong === 'reference' ? faults.reference : undefined}
          hint="Erased enquiries are included."
        />
        <Field
          {...text}
          label="Person’s email address"
          name="email"
          error={wrong === 'email' ? faults.email : undefined}
          hint="Finds records about enquiries and requests we still hold."
        />
        <Field
          {...text}
          label="Account"
          name="account"
          maxLength={64}
          hint="The account that acted, or was changed."
        />
        <Choice>
          <Label htmlFor={kindId}>Type</Label>
          <Select id={kindId} name="kind" defaultValue={search.kind ?? ''}>
            <option value="">All types</option>
            {Object.entries(auditKinds).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </Select>
        </Choice>
        <Field label="From" name="from" type="date" />
        <Field label="To (inclusive)" name="to" type="date" />
        <Button type="submit" $small>
          Search
        </Button>
      </Form>
    </Panel>
  );
}

function Found({ search }: { search: Search }) {
  const titleId = useId();
  const announce = useAnnounce();
  const file = useDownload('audit.export');
  const query = useInfiniteQuery({
    queryKey: ['audit.search', search],
    queryFn: ({ pageParam: cursor, signal }) =>
      callOperation(
        'audit.search',
        { ...search, limit: 50, ...(cursor ? { cursor } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Every search is recorded, so results are not cached: a new visit searches again.
    gcTime: 0,
  });
  async function showMore(): Promise<void> {
    const { data } = await query.fetchNextPage();
    const { shown, total } = countOf(data?.pages);
    announce(`Showing ${shown} of ${total}.`);
  }
  return (
    <Panel aria-labelledby={titleId}>
      <PanelTitle id={titleId}>Results</PanelTitle>
      <Read query={query}>
        {({ pages }) => {
          const { shown, total } = countOf(pages);
          if (shown === '0') return <Prose role="status">Nothing found.</Prose>;
          return (
            <>
              <Head>
                <p role="status">
                  {shown} of {total}
                </p>
                <RowActions>
                  <Button
                    $small
                    $quiet
                    disabled={file.isPending}
                    onClick={() => file.mutate(search)}
                  >
                    {file.isPending ? 'Preparing file …' : 'Save all as CSV'}
                  </Button>
                </RowActions>
              </Head>
              {file.error && (
                <Message tone="danger" role="alert">
                  {wordsOf(file.error)}
                </Message>
              )}
              <Rows aria-labelledby={titleId}>
                {pages.flatMap(({ records }) =>
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
          );
        }}
      </Read>
    </Panel>
  );
}

/** The number of records shown and the total, formatted. */
function countOf(pages: readonly { records: unknown[]; total: number }[] = []) {
  const shown = pages.reduce((sum, { records }) => sum + records.length, 0);
  const total = pages.at(-1)?.total ?? 0;
  return { shown: shown.toLocaleString('en-ZA'), total: total.toLocaleString('en-ZA') };
}

const Form = styled.form`
  display: grid;
  gap: ${space.medium} ${space.large};
  align-items: start;
  justify-items: start;
  width: 100%;

  ${media.medium} {
    grid-template-columns: 1fr 1fr;
  }
`;

const Choice = styled.div`
  display: grid;
  gap: ${space.tiny};
  width: 100%;
  max-width: 26rem;

  select {
    min-height: 3.25rem;
    font-size: ${size.text};
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space.small};
  width: 100%;
  font-variant-numeric: tabular-nums;
`;
