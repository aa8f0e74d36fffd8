import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';

import type { OutputOf } from '../api.ts';
import { call, setAccount, type SignInReason } from '../client.ts';
import { may, type Right } from '../rights.ts';
import { clearTabStorage, warnOfDrafts } from './drafts.ts';
import { SignInAgainDialog } from './SignIn.tsx';

export type Session = NonNullable<OutputOf<'session.read'>>;

interface SessionState {
  /** Undefined while loading; null without a session. */
  session: Session | null | undefined;
  error: Error | null;
  retry: () => void;
  begin: (session: Session) => void;
  /** Clears all data and shows the sign-in page. */
  end: () => void;
}

const SessionContext = createContext<SessionState | undefined>(undefined);

const sessionKey = ['session'];

/** Asks to sign in again over the page, so that everything typed there stays. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: sessionKey,
    queryFn: () => call('session.read', {}, { anonymous: true }),
    staleTime: Infinity,
  });
  const { data: session, error, refetch } = query;
  const [reason, setReason] = useState<SignInReason>();
  const waiting = useRef<((again: boolean) => void)[]>([]);

  /** Closes the dialog, and says to the requests that wait whether to try again. */
  function settle(again: boolean): void {
    setReason(undefined);
    for (const resolve of waiting.current.splice(0)) resolve(again);
  }

  const state: SessionState = {
    session,
    error,
    retry: () => void refetch(),
    begin(next) {
      clearTabStorage(next.username);
      queryClient.setQueryData(sessionKey, next);
      settle(true);
    },
    end() {
      clearTabStorage();
      queryClient.setQueryData(sessionKey, null);
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
      settle(false);
    },
  };

  const username = session?.username;
  useEffect(() => {
    if (username === undefined) return;
    const signInAgain = (why: SignInReason) =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setReason(why);
      });
    setAccount({ username, signInAgain });
    const stopWarning = warnOfDrafts(username);
    return () => {
      setAccount();
      stopWarning();
    };
  }, [username]);

  return (
    <SessionContext value={state}>
      {children}
      {reason && username !== undefined && (
        <SignInAgainDialog
          key={reason}
          username={username}
          why={reason}
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
export function useSession(): Session & { may: (right: Right) => boolean } {
  const { session } = useSessionState();
  if (!session) throw new Error('Not signed in.');
  return { ...session, may: (right) => may(session.role, right) };
}
