import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { call } from '../client.ts';
import type { InputOf } from '../api.ts';
import type { Row } from './api.ts';

export type ListQuery = ReturnType<typeof useEnquiryList>;
export type ListWish = Omit<InputOf<'enquiry.list'>, 'limit' | 'cursor'>;

/** What a link to an enquiry says about the list that it is in, and about what to do there. */
export interface FromList {
  /** The address of the list. */
  list: string;
  /** The references of its rows. */
  order: readonly string[];
  does?: 'note' | 'reply';
}

/** The enquiry that was opened last: when the user returns to the list, its row has the focus. */
export const lastOpened = { reference: '' };

export function useEnquiryList(wish: ListWish) {
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
export function rowsOf(data: ListQuery['data']): Row[] {
  const rows = (data?.pages ?? []).flatMap((page) => page.rows);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
