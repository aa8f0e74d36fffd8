import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/**
 * A named draft that survives navigation. It is cleared with the session, and is never in the URL
 * or in browser storage.
 */
export function useMemory(name: string): [string, (text: string) => void] {
  const queryClient = useQueryClient();
  const [text, setText] = useState(() => queryClient.getQueryData<string>(['typed', name]) ?? '');
  const remember = useCallback(
    (next: string) => {
      queryClient.setQueryDefaults(['typed'], { gcTime: Infinity });
      queryClient.setQueryData(['typed', name], next);
      setText(next);
    },
    [queryClient, name],
  );
  return [text, remember];
}

/** Whether there is an unsaved note on any page. */
export function hasBegunNote(queryClient: QueryClient): boolean {
  const texts = queryClient.getQueriesData<string>({
    queryKey: ['typed'],
    predicate: ({ queryKey }) => String(queryKey[1]).startsWith(noteName('')),
  });
  return texts.some(([, text]) => text?.trim());
}

/** The draft name of the note on an enquiry. */
export function noteName(id: string): string {
  return `note ${id}`;
}
