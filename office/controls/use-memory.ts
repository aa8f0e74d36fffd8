import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

import { draftPrefix, storagePrefix, useSession } from '../shell/session.tsx';

/**
 * A named text that survives navigation. It is kept only in memory, never in the URL or in browser
 * storage, and is cleared with the session.
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

/** A named text that is not sent or saved yet. Signing out warns that the text will be lost. */
export function useDraft(name: string): [string, (text: string) => void] {
  return useTabStorage(`${draftPrefix}${name}`);
}

/**
 * A named text that survives leaving and reloading the page. It is kept in this tab's session
 * storage until it is empty, the user signs out, or another user signs in.
 */
export function useTabStorage(name: string): [string, (text: string) => void] {
  const { username } = useSession();
  const key = `${storagePrefix}${username} ${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  const keep = useCallback(
    (next: string) => {
      if (next === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, next);
      setText(next);
    },
    [key],
  );
  return [text, keep];
}
