import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { call } from '../client.ts';
import type { InputOf, OutputOf } from '../api.ts';
import { announce } from '../toast.tsx';
import { notify } from './notices.ts';
import { useSession } from './session.tsx';

/** Milliseconds between two requests while the page is visible, and while it is hidden. */
const visibleEvery = 10_000;
const hiddenEvery = 60_000;
/** Milliseconds without input after which nobody is there: the page lets its session end. */
const attendedFor = 15 * 60_000;

let viewing: InputOf<'pulse'> = {};

const pulse = queryOptions({
  queryKey: ['pulse'],
  queryFn: () => call('pulse', isAttended() ? viewing : {}),
});

/** What the pulse answered last; undefined before the first answer, and when signed out. */
export function useLastPulse() {
  return useQuery({ ...pulse, enabled: false });
}

/** Fetches again what has changed, if somebody is there. Tells of new enquiries. */
export function usePulse(): void {
  const queryClient = useQueryClient();
  const { may } = useSession();
  const { data: answer, dataUpdatedAt } = useQuery({
    ...pulse,
    enabled: may('enquiry.read'),
    refetchInterval: () => (isVisible() ? visibleEvery : hiddenEvery),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
  });
  const known = useRef<OutputOf<'pulse'>>(undefined);
  const fetched = useRef<string>(undefined);
  useEffect(() => {
    if (!answer) return;
    // The first token belongs to what the page is loading anyway.
    fetched.current ??= answer.token;
    if (fetched.current !== answer.token && isAttended()) {
      fetched.current = answer.token;
      void refreshEnquiries(queryClient);
    }
    const arrived = answer.new - (known.current?.new ?? answer.new);
    const isNewest = answer.newest !== known.current?.newest;
    known.current = answer;
    if (arrived <= 0 || answer.newest === null || !isNewest) return;
    announce(arrived === 1 ? '1 new enquiry.' : `${arrived} new enquiries.`);
    if (!isVisible()) notify(answer.newest, arrived);
  }, [queryClient, answer, dataUpdatedAt]);
}

/** Says that the user has an enquiry open, and returns the colleagues who have it open too. */
export function useAlsoHere(id: string, isReplying: boolean): OutputOf<'pulse'>['alsoHere'] {
  const queryClient = useQueryClient();
  useEffect(() => {
    viewing = { viewing: id, isReplying };
    void queryClient.invalidateQueries(pulse);
    return () => {
      viewing = {};
    };
  }, [queryClient, id, isReplying]);
  return useLastPulse().data?.alsoHere ?? [];
}

const dependent = new Set([
  'enquiry.list',
  'enquiry.read',
  'enquiry.tags',
  'overview.read',
  'request.due',
]);

/** Fetches again what depends on enquiries. Resolves when the page is up to date. */
export function refreshEnquiries(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => dependent.has(String(name)),
  });
}

let lastInput = Date.now();
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
  addEventListener(kind, () => (lastInput = Date.now()), { passive: true, capture: true });
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Whether somebody is there: the page is visible, and had input lately. */
export function isAttended(): boolean {
  return isVisible() && Date.now() - lastInput < attendedFor;
}
