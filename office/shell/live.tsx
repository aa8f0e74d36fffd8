import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

import { may } from '../rights.ts';
import { pathOf } from '../action.ts';
import { eventSchemas, type AnswerOf } from '../office-api.ts';
import { callOperation } from './use-operation.ts';
import { useSession } from './session.tsx';

/** Milliseconds until a stream that was refused is asked for again; twice as many each time, at most. */
const askAgainAfter = { first: 5_000, most: 80_000 };
/** Milliseconds after which a page that nobody touches reads nothing by itself any more. */
const attendedFor = 15 * 60_000;

const LiveContext = createContext(true);

/** Whether changes are told as they happen; what is shown may be old while they are not. */
export function useIsLive(): boolean {
  return useContext(LiveContext);
}

/** Hears what changes, for as long as somebody is signed in, and has just that read again. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const { username, endsAt, role } = useSession();
  const [isLive, setIsLive] = useState(true);
  const isTold = may(role, 'enquiry.read');
  useEffect(() => {
    return isTold ? listen(queryClient, setIsLive) : undefined;
  }, [queryClient, username, endsAt, isTold]);
  return <LiveContext value={isLive}>{children}</LiveContext>;
}

function listen(queryClient: QueryClient, setIsLive: (live: boolean) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasMissed = false;
  let hasEnded = false;
  let wait = askAgainAfter.first;

  function connect(): void {
    source = new EventSource(pathOf('enquiry.events'));
    on('live', ({ live }) => {
      wait = askAgainAfter.first;
      setIsLive(live);
      // What was not told may be anything.
      if (live && hasMissed) invalidate(queryClient, []);
      hasMissed = !live;
    });
    on('changed', ({ ids }) => invalidate(queryClient, ids));
    on('reading', ({ id, readers }) => queryClient.setQueryData(readersKey(id), readers));
    source.addEventListener('error', () => {
      hasMissed = true;
      if (source?.readyState !== EventSource.CLOSED) return;
      setIsLive(false);
      timer = setTimeout(() => void askWhy(), wait);
      wait = Math.min(2 * wait, askAgainAfter.most);
    });
  }

  function on<Kind extends keyof typeof eventSchemas>(
    kind: Kind,
    handle: (data: (typeof eventSchemas)[Kind]['_zod']['output']) => void,
  ): void {
    source?.addEventListener(kind, ({ data }: MessageEvent<string>) => {
      handle(eventSchemas[kind].parse(JSON.parse(data)));
    });
  }

  // A stream does not tell why it is refused; if the session has ended, this asks to sign in again.
  async function askWhy(): Promise<void> {
    await callOperation('session.read').catch(() => undefined);
    if (!hasEnded) connect();
  }

  connect();
  return () => {
    hasEnded = true;
    source?.close();
    clearTimeout(timer);
  };
}

/** Where it is kept who looks at an enquiry. */
export function readersKey(id: string): [string, string] {
  return ['readers', id];
}

/** Has the lists read again, and the enquiries of these ids; without any, all of them. */
function invalidate(queryClient: QueryClient, ids: readonly string[]): void {
  const refetchType = isAttended(attendedFor) ? 'active' : 'none';
  for (const name of ['enquiry.list', 'overview.read']) {
    void queryClient.invalidateQueries({ queryKey: [name], refetchType });
  }
  void queryClient.invalidateQueries({
    queryKey: ['enquiry.open'],
    refetchType,
    predicate({ state }) {
      const opened = state.data as AnswerOf<'enquiry.open'> | undefined;
      return ids.length === 0 || (opened !== undefined && ids.includes(opened.submission.id));
    },
  });
}

let lastTouch = Date.now();

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
  addEventListener(kind, () => (lastTouch = Date.now()), { passive: true, capture: true });
}

/**
 * Whether somebody has touched this page within so many milliseconds. What a page asks by itself
 * must not keep the session of an unattended screen alive.
 */
export function isAttended(within: number): boolean {
  return document.visibilityState === 'visible' && Date.now() - lastTouch < within;
}
