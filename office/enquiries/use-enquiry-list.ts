import {
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';

import { call } from '../client.ts';
import { useTabStorage } from '../shell/drafts.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import type { InputOf, OutputOf, Row } from './api.ts';

type ListPages = InfiniteData<OutputOf<'enquiry.list'>, string | undefined>;

export type ListWish = Omit<InputOf<'enquiry.list'>, 'limit' | 'cursor'>;

/** The keys in the tab's storage for the address and the order of the list that was opened last. */
export const lastList = 'last list';
export const lastOrder = 'order of last list';
/** The key in memory for the reference of the enquiry that was opened last. */
export const lastEnquiry = 'last enquiry';

/** Loads a list page by page. */
export function useEnquiryList(wish: ListWish): UseInfiniteQueryResult<ListPages> {
  return useInfiniteQuery({
    queryKey: ['enquiry.list', wish],
    queryFn: ({ pageParam, signal }) =>
      call('enquiry.list', { ...wish, limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** The rows of all loaded pages, without duplicates of rows that have moved between pages. */
export function rowsOf(pages: ListPages | undefined): Row[] {
  const rows = (pages?.pages ?? []).flatMap((page) => page.rows);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/**
 * The references of the enquiries before and after this one in the list that was opened last, which
 * the keys `k` and `j` open. An enquiry that has left the list keeps its place here.
 */
export function useNeighbours(reference: string): { previous?: string; next?: string } {
  const navigate = useNavigate();
  const [stored] = useTabStorage(lastOrder);
  const order = stored.split(' ');
  const place = order.indexOf(reference);
  const neighbour = (step: number) => (place === -1 ? undefined : order[place + step]);
  const [previous, next] = [neighbour(-1), neighbour(1)];
  const open = (other: string | undefined) => () => {
    if (other) navigate(`/enquiries/${other}`);
  };
  useShortcuts({ k: open(previous), j: open(next) });
  return { ...(previous && { previous }), ...(next && { next }) };
}
