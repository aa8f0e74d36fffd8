import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { useAnnounce } from '../shell/announce.tsx';

interface ChangeOptions<Result> {
  /** The addresses of `useRead` that are read again. */
  invalidates?: string[];
  /** What is said to a screen reader once it is done. */
  done?: string;
  onSuccess?: (result: Result) => void;
}

/** Makes a change; afterwards what it touches is read again, and said to be done. */
export function useChange<Input = void, Result = void>(
  change: (input: Input) => Promise<Result>,
  { invalidates = [], done, onSuccess }: ChangeOptions<Result> = {},
): UseMutationResult<Result, Error, Input> {
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  return useMutation({
    mutationFn: change,
    async onSuccess(result) {
      onSuccess?.(result);
      if (done) announce(done);
      await Promise.all(
        invalidates.map((path) => queryClient.invalidateQueries({ queryKey: [path] })),
      );
    },
  });
}
