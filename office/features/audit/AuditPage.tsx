import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { styled } from 'styled-components';

import { media, space } from '../../../design/tokens.ts';
import { auditActions } from './actions.ts';
import { auditKinds } from '../../action.ts';
import type { RequestOf } from '../../office-api.ts';
import { callOperation, useDownload } from '../../shell/use-operation.ts';
import { announce } from '../../toast.tsx';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { Record } from './Record.tsx';
import { pages } from '../../page-list.ts';
import {
  Button,
  Choice,
  ErrorMessage,
  Field,
  Form,
  Panel,
  Prose,
  Read,
  Rows,
  SideBySide,
  verbatim,
} from '../../ui.tsx';

type Search = RequestOf<'audit.export'>;

/** Shows who read or changed what. Search terms are sent in the request body, never in a URL. */
export function AuditPage() {
  const queryClient = useQueryClient();
  const [search, setSearch] = useState<Search>({});
  function find(next: Search): void {
    setSearch(next);
    // With the same terms as before, the search is repeated.
    void queryClient.invalidateQueries({ queryKey: ['audit.search', next], exact: true });
  }
  return (
    <>
      <PageTitle
        title={pages.audit.title}
        lead="Who read or changed what, and when. Kept for 24 months. Visits to this page are logged; search terms are not."
      />
      <Filters onSearch={find} />
      <Found search={search} />
    </>
  );
}

const faults: Partial<Record<string, string>> = {
  reference: 'Enter a reference such as 7F3K-92QD.',
  email: 'Enter an email address.',
};

interface FiltersProps {
  onSearch: (search: Search) => void;
}

function Filters({ onSearch }: FiltersProps) {
  const [wrong, setWrong] = useState<string>();
  function submit(typed: Record<string, string>): void {
    const given = Object.entries(typed).filter(([, text]) => text.trim() !== '');
    const { success, data, error } = auditActions['audit.export'].request.safeParse(
      Object.fromEntries(given),
    );
    setWrong(success ? undefined : String(error.issues[0]?.path[0]));
    if (success) onSearch(data);
  }
  const text = (name: string) => ({
    ...{ name, ...verbatim },
    error: wrong === name ? faults[name] : undefined,
  });
  return (
    <Panel title="Search">
      <Columns>
        <Form onSubmit={submit} noValidate>
          <Field
            {...text('reference')}
            label="Enquiry reference"
            hint="Erased enquiries are included."
          />
          <Field
            {...text('email')}
            label="Person’s email address"
            hint="Finds records about enquiries and requests we still hold."
          />
          <Field
            {...text('account')}
            label="Account"
            maxLength={64}
            hint="The account that acted, or was changed."
          />
          <Choice label="Type" name="kind" options={{ '': 'All types', ...auditKinds }} />
          <Field label="From" name="from" type="date" />
          <Field label="To (inclusive)" name="to" type="date" />
          <Button type="submit" $small>
            Search
          </Button>
        </Form>
      </Columns>
    </Panel>
  );
}

function Found({ search }: { search: Search }) {
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
    // Not cached: each visit must search again, so that it is recorded in the audit trail.
    gcTime: 0,
  });
  async function showMore(): Promise<void> {
    const { data } = await query.fetchNextPage();
    const { shown, total } = countOf(data?.pages);
    announce(`Showing ${shown} of ${total}.`);
  }
  return (
    <Panel title="Results">
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
                <SideBySide>
                  <Button
                    $small
                    $quiet
                    disabled={file.isPending}
                    onClick={() => file.mutate(search)}
                  >
                    {file.isPending ? 'Preparing file …' : 'Save all as CSV'}
                  </Button>
                </SideBySide>
              </Head>
              <ErrorMessage error={file.error} />
              <Rows aria-label="Results">
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

function countOf(pages: readonly { records: unknown[]; total: number }[] = []) {
  const shown = pages.reduce((sum, { records }) => sum + records.length, 0);
  const total = pages.at(-1)?.total ?? 0;
  return { shown: shown.toLocaleString('en-ZA'), total: total.toLocaleString('en-ZA') };
}

const Columns = styled.div`
  width: 100%;

  > form {
    gap: ${space.medium} ${space.large};
    align-items: start;
    max-width: none;

    ${media.medium} {
      grid-template-columns: 1fr 1fr;
    }
  }
`;

const Head = styled(SideBySide)`
  justify-content: space-between;
  width: 100%;
  font-variant-numeric: tabular-nums;
`;
