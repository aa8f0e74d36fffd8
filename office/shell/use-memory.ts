import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** A text kept only in memory, never in the URL or in browser storage; cleared with the session. */
export function useMemory(name: string): [string, (text: string) => void] {
  const queryClient = useQueryClient();
  const [text, setText] = useState(() => queryClient.getQueryData<string>(['typed', name]) ?? '');
  function remember(next: string): void {
    queryClient.setQueryDefaults(['typed'], { gcTime: Infinity });
    queryClient.setQueryData(['typed', name], next);
    setText(next);
  }
  return [text, remember];
}
