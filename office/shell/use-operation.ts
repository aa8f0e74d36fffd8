import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';

import { officeApi, type AnswerOf, type ActionName, type RequestOf } from '../office-api.ts';
import {
  isConflict,
  readJson,
  request,
  retryWhileDown,
  save,
  type RequestOptions,
} from '../client.ts';
import { announce } from '../toast.tsx';

type Body<Name extends ActionName> = RequestOf<Name> | undefined;

/**
 * Calls an operation that returns JSON. After a 401, the user is asked to sign in again, unless
 * `anonymous` is set or the operation is open to anyone.
 *
 * @throws RequestError with a message for the user.
 */
export async function callOperation<Name extends ActionName>(
  name: Name,
  body?: Body<Name>,
  options?: RequestOptions,
): Promise<AnswerOf<Name>> {
  const { method, path, right } = officeApi[name];
  const response = await request(path, body, {
    method,
    anonymous: right === 'anybody',
    ...options,
  });
  const answer = await readJson(response, options?.signal);
  return officeApi[name].answer?.parse(answer) as AnswerOf<Name>;
}

/**
 * The operations whose data changes without an announcement from the server. When a page opens, it
 * refetches data that is older than the number of milliseconds given here.
 */
const unannounced: Partial<Record<ActionName, number>> = {
  'block-list.read': 0,
};

/**
 * Reads data with an operation. The result is cached per body until it is invalidated, for example
 * by `queryClient.invalidateQueries({ queryKey: ['enquiry.list'] })`.
 */
export function useOperation<Name extends ActionName>(
  name: Name,
  body?: Body<Name>,
  options: { enabled?: boolean; gcTime?: number; refetchOnMount?: false } = {},
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
  /** The operations whose results are refetched after a success or a conflict. */
  invalidates?: readonly string[];
  /** The message announced to screen readers after a success. */
  done?: string | ((sent: Sent) => string);
  onSuccess?: (answer: Answer) => void;
}

/** Returns a mutation that changes data with an operation. */
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

/**
 * Returns a mutation that saves the file from an operation under the name that the server gave it.
 * The mutation resolves to this name.
 */
export function useDownload<Name extends ActionName>(
  name: Name,
): UseMutationResult<string, Error, RequestOf<Name>> {
  return useMutation({ mutationFn: (body) => save(officeApi[name].path, body) });
}
