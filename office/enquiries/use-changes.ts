import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { OutputOf } from '../api.ts';
import { call, isConflict, wordsOf } from '../client.ts';
import { refreshEnquiries } from '../shell/pulse.tsx';
import { useSession } from '../shell/session.tsx';
import { useNames } from '../shell/use-names.ts';
import { useToast } from '../toast.tsx';
import type { Patch, Refused } from './api.ts';
import { deed, type Decided } from './decisions.ts';
import type { Changeable } from './offers.ts';
import { countOf } from './words.ts';

export type Changes = ReturnType<typeof useChanges>;

/** If a colleague was first, `message` says so, and pressing again is allowed. */
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

  function run(enquiries: readonly Changeable[], patch: Patch): Promise<boolean> {
    return perform(async () => {
      const changes = enquiries.map(({ id, version }) => ({ id, version, patch }));
      const { done, refused } = await call('enquiry.update', { changes });
      const changed = enquiries.filter(({ id }) => done.some((item) => item.id === id));
      const [first] = changed;
      if (first) {
        const called = (name: string) => (name === username ? 'you' : nameOf(name));
        const [verb, detail] = deed(first, patch as Partial<Decided>, called);
        const what = changed.length === 1 ? first.reference : countOf(changed.length);
        const words = `${[what, verb, detail].filter(Boolean).join(' ')}.`;
        toast({ words, undo: takeBack(done) });
      }
      setMessage(refusalWords(refused, enquiries.length));
    });
  }

  const takeBack = (done: OutputOf<'enquiry.update'>['done']) => () =>
    perform(async () => {
      const changes = done.map(({ before, ...now }) => ({ ...now, patch: before }));
      const { refused } = await call('enquiry.update', { changes, isUndo: true });
      toast({ words: refused.length > 0 ? 'Not everything could be undone.' : 'Undone.' });
      setMessage(refusalWords(refused, refused.length));
    });

  return { run, perform, isBusy, message };
}

function refusalWords([first, ...others]: readonly Refused[], total: number): string | undefined {
  if (!first) return undefined;
  const advice = first.isConflict ? ' Look at the new state, then press again if it is right.' : '';
  const share = total > 1 ? `${others.length + 1} of ${total} were not changed. ` : '';
  return `${share}${first.why}${advice}`;
}
