import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';

import { call } from '../client.ts';
import type { InputOf, OutputOf } from '../enquiries/api.ts';
import { announce } from '../toast.tsx';
import { notify } from './notices.ts';
import { setNewEnquiries } from './PageTitle.tsx';
import { useSession } from './session.tsx';

type Viewing = InputOf<'pulse'>;

/** Milliseconds between two requests while the page is visible, and while it is hidden. */
const visibleEvery = 10_000;
const hiddenEvery = 60_000;
/** Milliseconds without input after which a colleague does not count as being at an enquiry. */
const presentFor = 5 * 60_000;
/** Milliseconds without input after which a page is not refreshed, so that its session can end. */
const attendedFor = 15 * 60_000;

interface Pulse {
  /** Whether the last request was answered; otherwise the page may be out of date. */
  isLive: boolean;
  alsoHere: OutputOf<'pulse'>['alsoHere'];
  setViewing: (viewing: Viewing) => void;
}

const PulseContext = createContext<Pulse | undefined>(undefined);

/**
 * Asks the server every few seconds whether anything has changed, fetches it again if so, and says
 * which enquiry the user has open.
 */
export function PulseProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const { may } = useSession();
  const [viewing, setViewing] = useState<Viewing>({});
  const { data, error } = useQuery({
    queryKey: ['pulse', viewing],
    queryFn: () => call('pulse', isAttended(presentFor) ? viewing : {}),
    enabled: may('enquiry.read'),
    placeholderData: (previous) => previous,
    refetchInterval: () => (isVisible() ? visibleEvery : hiddenEvery),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  });
  useRefresh(queryClient, data?.token);
  useArrivals(data);
  const isLive = error === null;
  const alsoHere = data?.alsoHere;
  const pulse = useMemo(
    () => ({ isLive, alsoHere: alsoHere ?? [], setViewing }),
    [isLive, alsoHere],
  );
  return <PulseContext value={pulse}>{children}</PulseContext>;
}

function usePulse(): Pulse {
  const pulse = useContext(PulseContext);
  if (!pulse) throw new Error('PulseProvider is missing.');
  return pulse;
}

/** Whether the page is kept up to date. */
export function useIsLive(): boolean {
  return usePulse().isLive;
}

/** Says that the user has an enquiry open, and returns the colleagues who have it open too. */
export function useAlsoHere(id: string, isReplying: boolean): Pulse['alsoHere'] {
  const { alsoHere, setViewing } = usePulse();
  useEffect(() => {
    setViewing({ viewing: id, isReplying });
    return () => setViewing({});
  }, [id, isReplying, setViewing]);
  return alsoHere;
}

/** What depends on enquiries. */
const dependent = new Set(['enquiry.list', 'enquiry.read', 'overview.read', 'request.due']);

/** Fetches again what depends on enquiries. Resolves when the page is up to date. */
export function refreshEnquiries(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => dependent.has(String(name)),
  });
}

/** Refreshes the page when the token changes; if nobody is there, when somebody is back. */
function useRefresh(queryClient: QueryClient, token: string | undefined): void {
  const [seen, setSeen] = useState<string>();
  useEffect(() => {
    if (token === undefined || token === seen) return;
    const refresh = () => {
      if (!isAttended(attendedFor)) return false;
      setSeen(token);
      // The first token belongs to what the page is loading anyway.
      if (seen !== undefined) void refreshEnquiries(queryClient);
      return true;
    };
    if (refresh()) return;
    const returning = new AbortController();
    for (const kind of inputs) {
      addEventListener(kind, refresh, { passive: true, signal: returning.signal });
    }
    return () => returning.abort();
  }, [queryClient, token, seen]);
}

/** Shows the number of new enquiries in the title, and a notification of the newest. */
function useArrivals(data: OutputOf<'pulse'> | undefined): void {
  const known = useRef<OutputOf<'pulse'>>(undefined);
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    known.current = data;
    setNewEnquiries(data.new);
    const arrived = before ? data.new - before.new : 0;
    if (arrived <= 0 || data.newest === null || data.newest === before?.newest) return;
    announce(arrived === 1 ? '1 new enquiry.' : `${arrived} new enquiries.`);
    if (!isVisible()) notify(data.newest, arrived);
  }, [data]);
  useEffect(() => () => setNewEnquiries(0), []);
}

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];
let lastInput = Date.now();
for (const kind of inputs) {
  addEventListener(kind, () => (lastInput = Date.now()), { passive: true, capture: true });
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Whether the page is visible and had input within the given milliseconds. */
export function isAttended(within: number): boolean {
  return isVisible() && Date.now() - lastInput < within;
}
