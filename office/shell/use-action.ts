import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import type { ActionName, InputOf, OutputOf } from '../api.ts';
import { call, isConflict, type RequestOptions } from '../client.ts';
import { useToast } from '../toast.tsx';

/** Reads what an action answers. The query's key is the action's name and the input. */
export function useAnswer<Name extends ActionName>(
  name: Name,
  input: InputOf<Name>,
  options: Pick<RequestOptions, 'anonymous'> = {},
) {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { ...options, signal }),
    staleTime: 0,
  });
}

interface Afterwards<Answer> extends Pick<RequestOptions, 'anonymous' | 'timeout'> {
  /** The actions whose answers are fetched again after a success or a conflict. */
  invalidates?: readonly ActionName[];
  /** Shown and announced after a success. */
  done?: string;
  onSuccess?: (answer: Answer) => void;
}

export function useAction<Name extends ActionName>(
  name: Name,
  { invalidates = [], done, onSuccess, ...options }: Afterwards<OutputOf<Name>> = {},
) {
  const queryClient = useQueryClient();
  const toast = useToast();
  function fetchAgain(): void {
    for (const read of invalidates) void queryClient.invalidateQueries({ queryKey: [read] });
  }
  return useMutation({
    mutationFn: (input: InputOf<Name>) => call(name, input, options),
    onSuccess(answer) {
      onSuccess?.(answer);
      if (done) toast({ words: done });
      fetchAgain();
    },
    onError(error) {
      if (isConflict(error)) fetchAgain();
    },
  });
}
