import {
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';

import { useShortcuts } from '../../../controls/shortcuts.ts';
import type { AnswerOf, RequestOf } from '../../../office-api.ts';
import type { EnquiryRow } from '../../../office-views.ts';
import { callOperation, untilItIsBack } from '../../../shell/use-operation.ts';

export type ListPages = InfiniteData<AnswerOf<'enquiry.list'>, string | undefined>;

export type ListWish = Omit<RequestOf<'enquiry.list'>, 'limit' | 'cursor'>;

/** Loads a list page by page, and reloads it when it is invalidated. */
export function useList(wish: ListWish): UseInfiniteQueryResult<ListPages> {
  return useInfiniteQuery({
    queryKey: ['enquiry.list', wish],
    queryFn: ({ pageParam, signal }) =>
      callOperation('enquiry.list', { ...wish, limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: untilItIsBack,
  });
}

/** The rows of all loaded pages, without duplicates of rows that have moved between pages. */
export function rowsOf(pages: ListPages | undefined): EnquiryRow[] {
  const rows = (pages?.pages ?? []).flatMap((page) => page.rows);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Opens the next and the previous enquiry of the last list with `j` and `k`. */
export function useNeighbours(reference: string): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  function go(by: 1 | -1): void {
    const [list] = queryClient
      .getQueryCache()
      .findAll({ queryKey: ['enquiry.list'] })
      .map(({ state }) => ({
        references: rowsOf(state.data as ListPages | undefined).map((row) => row.reference),
        at: state.dataUpdatedAt,
      }))
      .filter(({ references }) => references.includes(reference))
      .sort((one, other) => other.at - one.at);
    const next = list?.references[list.references.indexOf(reference) + by];
    if (next) navigate(`/enquiries/${next}`);
  }

  useShortcuts({ j: () => go(1), k: () => go(-1) });
}
