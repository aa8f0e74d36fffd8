import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';

import { officeApi, type AnswerOf, type ActionName, type RequestOf } from '../office-api.ts';
import { isDown, isConflict, request, RequestError, type RequestOptions } from './request.ts';
import { announce } from './announce.tsx';

/** Milliseconds between two retries while the server is down. */
export const retryWhileDown = ({ state }: { state: { error: Error | null } }): number | false =>
  isDown(state.error) && 10_000;

/** The request of an operation, if it has one. */
type Body<Name extends ActionName> = RequestOf<Name> | undefined;

/**
 * Calls an operation that returns JSON. With `anonymous`, or for operations open to anyone, a 401
 * is a normal response; otherwise it asks the user to sign in again.
 *
 * @throws RequestError with a message for the user.
 */
export async function callOperation<Name extends ActionName>(
  name: Name,
  body?: Body<Name>,
  options?: RequestOptions,
): Promise<AnswerOf<Name>> {
  const response = await request(name, body, options);
  return officeApi[name].answer?.parse(await response.json()) as AnswerOf<Name>;
}

/**
 * Data whose changes are not announced: the milliseconds after which it is refetched when a page
 * opens.
 */
const unannounced: Partial<Record<ActionName, number>> = {
  'account.list': 0,
  'access.read': 0,
  'enquiry.tags': 60_000,
};

/**
 * Reads data with an operation. The result is cached per body until it is invalidated, for example
 * by `queryClient.invalidateQueries({ queryKey: ['enquiry.list'] })`.
 */
export function useOperation<Name extends ActionName>(
  name: Name,
  body?: Body<Name>,
  options: { enabled?: boolean; gcTime?: number } = {},
): UseQueryResult<AnswerOf<Name>> {
  return useQuery({
    queryKey: [name, body],
    queryFn: ({ signal }) => callOperation(name, body, { signal }),
    refetchInterval: retryWhileDown,
    staleTime: unannounced[name] ?? Infinity,
    ...options,
  });
}

interface Afterwards<Answer, Sent> {
  /** The queries to refetch afterwards, even after a conflict. */
  invalidates?: readonly ActionName[];
  /** Announced to screen readers. */
  done?: string | ((sent: Sent) => string);
  onSuccess?: (answer: Answer) => void;
}

/** Changes something with an operation. */
export function useCall<Name extends ActionName>(
  name: Name,
  { invalidates = [], done, onSuccess }: Afterwards<AnswerOf<Name>, RequestOf<Name>> = {},
): UseMutationResult<AnswerOf<Name>, Error, RequestOf<Name>> {
  const queryClient = useQueryClient();
  function readAgain(): void {
    for (const read of invalidates) void queryClient.invalidateQueries({ queryKey: [read] });
  }
  return useMutation({
    mutationFn: (body: RequestOf<Name>) => callOperation(name, body),
    onSuccess(answer, sent) {
      onSuccess?.(answer);
      if (done) announce(typeof done === 'string' ? done : done(sent));
      readAgain();
    },
    onError(error) {
      if (isConflict(error)) readAgain();
    },
  });
}

/** The timeout in milliseconds for a file, which is streamed while it is generated. */
const fileTimeout = 90_000;

/** Saves the file that an operation returns, under the name from the server. Returns the name. */
export function useDownload<Name extends ActionName>(
  name: Name,
): UseMutationResult<string, Error, RequestOf<Name>> {
  return useMutation({
    async mutationFn(body) {
      const response = await request(name, body, { timeout: fileTimeout });
      const content = await response.blob().catch(() => {
        throw new RequestError(0, 'The download was incomplete. Please try again.');
      });
      const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
      const link = document.createElement('a');
      link.href = URL.createObjectURL(content);
      link.download = named?.[1] ?? 'file';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      return link.download;
    },
  });
}
