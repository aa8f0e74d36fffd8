import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/**
 * A text that outlives the page that it was typed into, by a name. It is forgotten when the session
 * is, and is never in the address or in the browser's storage.
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

/** Whether there is a note that was begun and not saved, on whatever page. */
export function hasBegunNote(queryClient: QueryClient): boolean {
  const texts = queryClient.getQueriesData<string>({
    queryKey: ['typed'],
    predicate: ({ queryKey }) => String(queryKey[1]).startsWith(noteName('')),
  });
  return texts.some(([, text]) => text?.trim());
}

/** The name of the note that was begun about an enquiry. */
export function noteName(id: string): string {
  return `note ${id}`;
}
