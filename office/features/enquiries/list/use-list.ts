import {
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';

import type { AnswerOf } from '../../../office-api.ts';
import type { EnquiryRow } from '../../../office-views.ts';
import type { ListName } from '../state.ts';
import { callOperation, untilItIsBack } from '../../../shell/use-operation.ts';

/** The loaded pages of a list. */
export type ListPages = InfiniteData<AnswerOf<'enquiry.list'>, string | undefined>;

export interface ListWish {
  tab: ListName;
  search: string;
}

/** Loads a list page by page, newest first, and reloads it when it is invalidated. */
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
