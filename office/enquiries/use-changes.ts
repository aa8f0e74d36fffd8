import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { call, isConflict, wordsOf } from '../client.ts';
import { refreshEnquiries } from '../shell/pulse.tsx';
import { useSession } from '../shell/session.tsx';
import { useNames } from '../shell/use-names.ts';
import { useToast } from '../toast.tsx';
import type { Refused } from './api.ts';
import { deed } from './decisions.ts';
import type { Change, Changeable } from './offers.ts';
import { countOf } from './words.ts';

export type Changes = ReturnType<typeof useChanges>;

/**
 * Changes enquiries and offers to undo it. If a colleague was first, `message` says so, the page
 * shows the new state, and pressing again is allowed.
 */
export function useChanges() {
  const queryClient = useQueryClient();
  const { username } = useSession();
  const nameOf = useNames();
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  /** Does something, refreshes the page, and says if it failed. Returns whether it was done. */
  async function perform(work: () => Promise<void>): Promise<boolean> {
    setIsBusy(true);
    setMessage(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      const advice = isConflict(error) ? ' Look at it, then press again.' : '';
      setMessage(`Not saved: ${wordsOf(error)}${advice}`);
      return false;
    } finally {
      await refreshEnquiries(queryClient);
      setIsBusy(false);
    }
  }

  function run(enquiries: readonly Changeable[], change: Change): Promise<boolean> {
    return perform(async () => {
      const { done, refused, undo } = await send(enquiries, change);
      const changed = enquiries.filter(({ id }) => done.some((item) => item.id === id));
      const [first] = changed;
      if (first) {
        const called = (name: string) => (name === username ? 'you' : nameOf(name));
        const [verb, rest] = deed(first, after(change), called);
        const what = changed.length === 1 ? first.reference : countOf(changed.length);
        toast({ words: `${[what, verb, rest].filter(Boolean).join(' ')}.`, undo: takeBack(undo) });
      }
      setMessage(refusalWords(refused, enquiries.length));
    });
  }

  const takeBack = (undo: () => Promise<{ refused: Refused[] }>) => () =>
    perform(async () => {
      const { refused } = await undo();
      toast({ words: refused.length > 0 ? 'Not everything could be undone.' : 'Undone.' });
      setMessage(refusalWords(refused, refused.length));
    });

  return { run, perform, isBusy, message };
}

/** Sends a change, and prepares its undoing, which sends the old values back. */
async function send(enquiries: readonly Changeable[], change: Change) {
  const items = enquiries.map(({ id, version }) => ({ id, version }));
  if ('verdict' in change) {
    const { done, refused } = await call(change.verdict, { items });
    const opposite = change.verdict === 'enquiry.spam' ? 'enquiry.not-spam' : 'enquiry.spam';
    return { done, refused, undo: () => call(opposite, { items: done }) };
  }
  const changes = items.map((item) => ({ ...item, patch: change.patch }));
  const { done, refused } = await call('enquiry.update', { changes });
  const back = done.map(({ before, ...now }) => ({ ...now, patch: before }));
  return {
    done,
    refused,
    undo: () => call('enquiry.update', { changes: back, isUndo: true }),
  };
}

function after(change: Change) {
  if ('patch' in change) return change.patch;
  const isSpam = change.verdict === 'enquiry.spam';
  return { status: isSpam ? ('quarantined' as const) : ('released' as const), marked: false };
}

function refusalWords([first, ...others]: readonly Refused[], total: number): string | undefined {
  if (!first) return undefined;
  const advice = first.isConflict ? ' Look at the new state, then press again if it is right.' : '';
  const share = total > 1 ? `${others.length + 1} of ${total} were not changed. ` : '';
  return `${share}${first.why}${advice}`;
}
