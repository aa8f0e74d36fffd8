import { useState } from 'react';

import { useSession } from './session.tsx';

/** The prefix of keys in session storage. The username and the name of the draft follow it. */
const prefix = 'kept ';
const startOf = (username: string) => `${prefix}${username} draft `;

/**
 * A text that is kept in this tab, also when the user reloads it or signs in again, until it is
 * empty, the user signs out, or another user signs in.
 */
export function useDraft(name: string): [string, (text: string) => void] {
  const { username } = useSession();
  const key = `${startOf(username)}${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  function keep(next: string): void {
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
    setText(next);
  }
  return [text, keep];
}

/** Whether a user has unsent replies or unsaved notes in this tab. */
export function hasDrafts(username: string): boolean {
  return Object.keys(sessionStorage).some((key) => key.startsWith(startOf(username)));
}

/** Removes all drafts of this tab, except those of a user. */
export function clearTabStorage(username?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    const isTheirs = username !== undefined && key.startsWith(startOf(username));
    if (key.startsWith(prefix) && !isTheirs) sessionStorage.removeItem(key);
  }
}

let silentUntil = 0;

/** For a reload and for links to an email program, which do not leave the page: nobody is asked. */
export function stayHere(): void {
  silentUntil = Date.now() + 1_000;
}

/** Asks before the tab is closed while a user has drafts. Returns the function that stops it. */
export function warnOfDrafts(username: string): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (Date.now() > silentUntil && hasDrafts(username)) event.preventDefault();
  };
  addEventListener('beforeunload', warn);
  return () => removeEventListener('beforeunload', warn);
}
