import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';

import { may, type Right } from '../rights.ts';
import type { SessionView } from '../features/accounts/actions.ts';
import { callOperation } from './use-operation.ts';
import { RequestError, setSessionHandlers, type SignInReason } from './request.ts';
import { SignInAgainDialog } from './sign-in/SignInAgainDialog.tsx';

interface SessionState {
  /** Undefined while loading; null without a session. */
  session: SessionView | null | undefined;
  error: Error | null;
  retry: () => void;
  begin: (session: SessionView) => void;
  /** Clears all data and opens the sign-in page. */
  end: () => void;
}

const SessionContext = createContext<SessionState | undefined>(undefined);

/** Milliseconds without a request after which a session ends. The server uses the same value. */
const idle = 30 * 60_000;
export const sessionKey = ['session'];

/** The prefix of keys in session storage. The username and the name of the entry follow it. */
export const storagePrefix = 'kept ';
/** The names of entries that are drafts start with this prefix. */
export const draftPrefix = 'draft ';

function clearStorage(username?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    const isKept = username !== undefined && key.startsWith(`${storagePrefix}${username} `);
    if (key.startsWith(storagePrefix) && !isKept) sessionStorage.removeItem(key);
  }
}

/** Whether a user has unsent replies or unsaved notes in this tab. */
export function hasDrafts(username: string): boolean {
  const prefix = `${storagePrefix}${username} ${draftPrefix}`;
  return Object.keys(sessionStorage).some((key) => key.startsWith(prefix));
}

let isReloading = false;

/** Reloads the page. Drafts survive a reload, so the user is not warned. */
export function reloadPage(): void {
  isReloading = true;
  location.reload();
}

async function readSession(): Promise<SessionView | null> {
  try {
    return await callOperation('session.read', undefined, { anonymous: true });
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Provides the session. Asks the user to sign in again when the session ends or an action needs a
 * recent sign-in.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const {
    data: session,
    error,
    refetch,
  } = useQuery({ queryKey: sessionKey, queryFn: readSession });
  const [asks, setAsks] = useState<SignInReason>();
  const waiting = useRef<((again: boolean) => void)[]>([]);

  const settle = useCallback((again: boolean) => {
    setAsks(undefined);
    for (const resolve of waiting.current.splice(0)) resolve(again);
  }, []);

  const state = useMemo<SessionState>(
    () => ({
      session,
      error,
      retry: () => void refetch(),
      begin(next) {
        clearStorage(next.username);
        queryClient.setQueryData(sessionKey, next);
        settle(true);
      },
      end() {
        clearStorage();
        queryClient.setQueryData(sessionKey, null);
        queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
        settle(false);
      },
    }),
    [session, error, refetch, queryClient, settle],
  );

  useEffect(() => {
    if (!session) return;
    let timer: ReturnType<typeof setTimeout>;
    const endsAt = new Date(session.endsAt).getTime();
    // A session that seems to be over when it begins shows that this computer's clock is wrong.
    const isClockWrong = endsAt <= Date.now();
    const untilEnd = () => (isClockWrong ? idle : Math.min(idle, endsAt - Date.now()));
    // When the session ends, the dialog hides the page, even if the user is away and sends nothing.
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(setAsks, untilEnd(), 'ended');
    };
    // All tabs of a browser share the session.
    const tabs = new BroadcastChannel('session');
    tabs.onmessage = ({ data }) => {
      if (data === session.username) watch();
    };
    watch();
    setSessionHandlers({
      username: session.username,
      signInAgain: (why) =>
        new Promise<boolean>((resolve) => {
          waiting.current.push(resolve);
          setAsks(why);
        }),
      onAnswer() {
        watch();
        tabs.postMessage(session.username);
      },
    });
    return () => {
      clearTimeout(timer);
      tabs.close();
      setSessionHandlers();
    };
  }, [session]);

  useEffect(() => {
    if (!session) return;
    // Drafts are lost when the tab is closed. A reload keeps them, but fires the same event.
    const warn = (event: BeforeUnloadEvent) => {
      if (!isReloading && hasDrafts(session.username)) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [session]);

  return (
    <SessionContext value={state}>
      {children}
      {asks && session && (
        <SignInAgainDialog
          key={asks}
          username={session.username}
          why={asks}
          onCancel={() => settle(false)}
        />
      )}
    </SessionContext>
  );
}

export function useSessionState(): SessionState {
  const state = useContext(SessionContext);
  if (!state) throw new Error('SessionProvider is missing.');
  return state;
}

/** Returns the session of the signed-in user. Throws an Error if there is none. */
export function useSession(): SessionView & { may: (right: Right) => boolean } {
  const { session } = useSessionState();
  if (!session) throw new Error('Not signed in.');
  return { ...session, may: (right) => may(session.role, right) };
}
