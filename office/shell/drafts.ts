import { useCallback, useState } from 'react';

import { useSession } from './session.tsx';

/** The prefix of keys in session storage. The username and the name of the entry follow it. */
const prefix = 'kept ';
/** The names of entries that are drafts start with this prefix. */
const draft = 'draft ';

/**
 * A named text that survives navigation, reloading and signing in again. It is kept in this tab's
 * session storage until it is empty, the user signs out, or another user signs in.
 */
export function useTabStorage(name: string): [string, (text: string) => void] {
  const { username } = useSession();
  const key = `${prefix}${username} ${name}`;
  const [stored, setStored] = useState({ key, text: sessionStorage.getItem(key) ?? '' });
  if (stored.key !== key) setStored({ key, text: sessionStorage.getItem(key) ?? '' });
  const keep = useCallback(
    (text: string) => {
      if (text === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
      setStored({ key, text });
    },
    [key],
  );
  return [stored.text, keep];
}

/** A named text that is not sent or saved yet. Signing out warns that the text will be lost. */
export function useDraft(name: string): [string, (text: string) => void] {
  return useTabStorage(`${draft}${name}`);
}

/** Whether a user has unsent replies or unsaved notes in this tab. */
export function hasDrafts(username: string): boolean {
  return Object.keys(sessionStorage).some((key) => key.startsWith(`${prefix}${username} ${draft}`));
}

/** Removes everything kept in this tab, except what belongs to a user. */
export function clearTabStorage(username?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    const isTheirs = username !== undefined && key.startsWith(`${prefix}${username} `);
    if (key.startsWith(prefix) && !isTheirs) sessionStorage.removeItem(key);
  }
}

let isReloading = false;

/** Reloads the page. Drafts survive a reload, so the user is not warned. */
export function reloadPage(): void {
  isReloading = true;
  location.reload();
}

/** Warns before the tab is closed while a user has drafts. Returns the function that stops it. */
export function warnOfDrafts(username: string): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (!isReloading && hasDrafts(username)) event.preventDefault();
  };
  addEventListener('beforeunload', warn);
  return () => removeEventListener('beforeunload', warn);
}
