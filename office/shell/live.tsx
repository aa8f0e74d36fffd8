import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

import { may } from '../rights.ts';
import { pathOf } from '../action.ts';
import { eventSchemas, type AnswerOf } from '../office-api.ts';
import { request } from './request.ts';
import { startNotices } from './notices.ts';
import { useSession } from './session.tsx';
import { setNewEnquiries } from './window-title.ts';

/** Milliseconds before reconnecting a refused stream, doubled each time up to `max`. */
const reconnectAfter = { first: 5_000, max: 80_000 };
/** Milliseconds without a connection after which the page may be out of date. */
const outdatedAfter = 10_000;
/** Milliseconds without input after which a page stops refreshing. */
const attendedFor = 15 * 60_000;

const LiveContext = createContext(true);

/** Whether live updates are arriving; otherwise the page may be out of date. */
export function useIsLive(): boolean {
  return useContext(LiveContext);
}

/** Receives live updates during a session, and refetches what has changed. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const { username, endsAt, role } = useSession();
  const [isLive, setIsLive] = useState(true);
  const receives = may(role, 'enquiry.read');
  useEffect(() => {
    return receives ? listen(queryClient, setIsLive) : undefined;
  }, [queryClient, username, endsAt, receives]);
  return <LiveContext value={isLive}>{children}</LiveContext>;
}

/** Whether changes may have been missed; kept when the session ends and another one begins. */
let hasMissed = false;

function listen(queryClient: QueryClient, setIsLive: (live: boolean) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lost: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  let wait = reconnectAfter.first;
  const notices = startNotices();

  function connect(): void {
    source = new EventSource(pathOf('enquiry.events'));
    on('live', ({ live }) => {
      wait = reconnectAfter.first;
      clearTimeout(lost);
      lost = undefined;
      setIsLive(live);
      // It is not known which enquiries changed during the outage, so all are refetched.
      if (live && hasMissed) refetchEnquiries(queryClient, []);
      hasMissed = !live;
    });
    on('changed', ({ ids }) => refetchEnquiries(queryClient, ids));
    on('news', ({ count, arrived }) => {
      setNewEnquiries(count);
      notices.announce(arrived);
    });
    on('reading', ({ id, readers }) => queryClient.setQueryData(readersKey(id), readers));
    source.addEventListener('error', () => {
      hasMissed = true;
      // While the server is down, the browser keeps reconnecting, and each try fires this event.
      lost ??= setTimeout(setIsLive, outdatedAfter, false);
      if (source?.readyState !== EventSource.CLOSED) return;
      setIsLive(false);
      setNewEnquiries(0);
      timer = setTimeout(() => void checkSession(), wait);
      wait = Math.min(2 * wait, reconnectAfter.max);
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

  // EventSource hides the status of a refused stream. If the session has ended, this request asks
  // the user to sign in; if not, it does not extend the session.
  async function checkSession(): Promise<void> {
    const stream = await request('enquiry.events', undefined).catch(() => undefined);
    await stream?.body?.cancel();
    if (!hasEnded) connect();
  }

  function catchUp(): void {
    if (!isOutdated || !isAttended(attendedFor)) return;
    isOutdated = false;
    void queryClient.refetchQueries({ type: 'active', stale: true });
  }
  const returning = new AbortController();
  for (const kind of ['visibilitychange', ...inputs]) {
    document.addEventListener(kind, catchUp, { passive: true, signal: returning.signal });
  }

  connect();
  return () => {
    returning.abort();
    hasEnded = true;
    source?.close();
    clearTimeout(timer);
    clearTimeout(lost);
    notices.stop();
    setNewEnquiries(0);
  };
}

/** The query key for the list of colleagues who are viewing an enquiry. */
export function readersKey(id: string): [string, string] {
  return ['readers', id];
}

/** Whether something has changed while nobody was at the page. */
let isOutdated = false;

/**
 * Refetches the lists, the figures and the enquiry that are shown; the enquiry only if `ids` is
 * empty or contains its id. If nobody is at the page (see `isAttended`), waits until the user
 * returns.
 */
export function refetchEnquiries(queryClient: QueryClient, ids: readonly string[]): void {
  const refetchType = isAttended(attendedFor) ? 'active' : 'none';
  isOutdated ||= refetchType === 'none';
  for (const name of ['enquiry.list', 'enquiry.deleted', 'overview.read', 'request.due']) {
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

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];
let lastTouch = Date.now();

for (const kind of inputs) {
  addEventListener(kind, () => (lastTouch = Date.now()), { passive: true, capture: true });
}

/**
 * Whether the page is visible and had input within the given milliseconds. Automatic requests must
 * not keep the session on an unattended screen alive.
 */
export function isAttended(within: number): boolean {
  return document.visibilityState === 'visible' && Date.now() - lastTouch < within;
}
