import {
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';

import { officeApi, type AnswerOf, type OperationName, type RequestOf } from '../office-api.ts';
import { download, isAway, request } from './request.ts';

/** While what is read is away, it is asked for again every so many milliseconds. */
export const untilItIsBack = ({ state }: { state: { error: Error | null } }): number | false =>
  isAway(state.error) && 10_000;

/** What a JSON operation of the office is sent; nothing for one without a body. */
type Body<Name extends OperationName> = RequestOf<Name> | undefined;

/**
 * Calls an operation that answers JSON.
 *
 * @throws RequestError whose message can be shown.
 */
export async function callOperation<Name extends OperationName>(
  name: Name,
  body?: Body<Name>,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  const { method, path, answer: schema } = officeApi[name];
  const answer = await request(path, {
    method,
    ...(method === 'POST' ? { body } : {}),
    ...(schema ? { schema } : {}),
    ...(signal ? { signal } : {}),
  });
  return answer as AnswerOf<Name>;
}

/**
 * Reads by an operation, once for each body, and again when it is invalidated:
 * `queryClient.invalidateQueries({ queryKey: ['list'] })`, say.
 */
export function useOperation<Name extends OperationName>(
  name: Name,
  body?: Body<Name>,
  enabled = true,
): UseQueryResult<AnswerOf<Name>> {
  return useQuery({
    queryKey: [name, body],
    queryFn: ({ signal }) => callOperation(name, body, signal),
    refetchInterval: untilItIsBack,
    enabled,
  });
}

/** Changes something by an operation. */
export function useCall<Name extends OperationName>(
  name: Name,
): UseMutationResult<AnswerOf<Name>, Error, RequestOf<Name>> {
  return useMutation({ mutationFn: (body: RequestOf<Name>) => callOperation(name, body) });
}

/** Saves the file that an operation answers with; the result is its name. */
export function useDownload<Name extends OperationName>(
  name: Name,
): UseMutationResult<string, Error, RequestOf<Name>> {
  return useMutation({
    mutationFn: (body: RequestOf<Name>) => download(officeApi[name].path, body),
  });
}
