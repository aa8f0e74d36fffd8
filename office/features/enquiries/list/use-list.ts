import {
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { useShortcuts } from '../../../controls/shortcuts.ts';
import { useTabStorage } from '../../../controls/use-memory.ts';
import type { AnswerOf, RequestOf } from '../../../office-api.ts';
import type { EnquiryRow } from '../../../office-views.ts';
import { callOperation, retryWhileDown } from '../../../shell/use-operation.ts';

export type ListPages = InfiniteData<AnswerOf<'enquiry.list'>, string | undefined>;

export type ListWish = Omit<RequestOf<'enquiry.list'>, 'limit' | 'cursor'>;

/** The key in the browser tab's storage for the address of the list that was opened last. */
export const lastList = 'last list';
/** The key in memory for the reference of the enquiry that was opened last. */
export const lastEnquiry = 'last enquiry';

/** Loads a list page by page, and reloads it when it is invalidated. */
export function useList(wish: ListWish): UseInfiniteQueryResult<ListPages> {
  return useInfiniteQuery({
    queryKey: ['enquiry.list', wish],
    queryFn: ({ pageParam, signal }) =>
      callOperation('enquiry.list', { ...wish, limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: retryWhileDown,
  });
}

/** The rows of all loaded pages, without duplicates of rows that have moved between pages. */
export function rowsOf(pages: ListPages | undefined): EnquiryRow[] {
  const rows = (pages?.pages ?? []).flatMap((page) => page.rows);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/**
 * The references of the enquiries before and after this one, in the most recently loaded list that
 * contains it. The keys `k` and `j` open these enquiries. An enquiry that has left the list, for
 * example because it was assigned, keeps its place here, even after the page is reloaded.
 */
export function useNeighbours(reference: string): {
  previous: string | undefined;
  next: string | undefined;
} {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [order, setOrder] = useState<readonly string[]>([]);
  const [stored, store] = useTabStorage('order of last list');
  const [list] = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['enquiry.list'] })
    .map(({ state }) => ({
      references: rowsOf(state.data as ListPages | undefined).map((row) => row.reference),
      at: state.dataUpdatedAt,
    }))
    .filter(({ references }) => references.includes(reference))
    .sort((one, other) => other.at - one.at);
  // Keeps the order as it was when the enquiry was opened.
  if (!order.includes(reference)) {
    const found = list?.references ?? stored.split(' ');
    if (found.includes(reference)) setOrder(found);
  }
  const toStore = order.join(' ');
  useEffect(() => {
    if (toStore !== '' && toStore !== stored) store(toStore);
  }, [toStore, stored, store]);
  const place = order.indexOf(reference);
  const [previous, next] = [order[place - 1], place === -1 ? undefined : order[place + 1]];
  const go = (to: string | undefined) => () => {
    if (to) navigate(`/enquiries/${to}`);
  };
  useShortcuts({ j: go(next), k: go(previous) });
  return { previous, next };
}
