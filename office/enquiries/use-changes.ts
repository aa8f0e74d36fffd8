import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { call, isConflict, wordsOf } from '../client.ts';
import { refreshEnquiries } from '../shell/pulse.tsx';
import { useSession } from '../shell/session.tsx';
import { useNames } from '../shell/use-names.ts';
import { useToast } from '../toast.tsx';
import type { Refused } from './api.ts';
import { deed, settle } from './decisions.ts';
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

  async function send(enquiries: readonly Changeable[], change: Change) {
    if (!('patch' in change)) {
      const items = enquiries.map(({ id, version }) => ({ id, version }));
      const answer = await call(change.verdict, { items });
      const opposite =
        change.verdict === 'enquiry.spam' ? ('enquiry.not-spam' as const) : 'enquiry.spam';
      return { answer, undo: () => call(opposite, { items: answer.done }) };
    }
    const { patch } = change;
    const changes = enquiries.map(({ id, version }) => ({ id, version, patch }));
    const answer = await call('enquiry.update', { changes });
    if (patch.tags) void queryClient.invalidateQueries({ queryKey: ['enquiry.tags'] });
    const back = answer.done.map(({ before, ...now }) => ({ ...now, patch: before }));
    return { answer, undo: () => call('enquiry.update', { changes: back, isUndo: true }) };
  }

  function run(enquiries: readonly Changeable[], change: Change): Promise<boolean> {
    return perform(async () => {
      const { answer, undo } = await send(enquiries, change);
      const changed = enquiries.filter(({ id }) => answer.done.some((item) => item.id === id));
      setMessage(refusalWords(answer.refused, enquiries.length));
      const [first] = changed;
      if (!first) return;
      const called = (name: string) => (name === username ? 'you' : nameOf(name));
      const [verb, rest] = deed(first, after(first, change, username), called);
      const words = [whatOf(changed), verb, rest].filter(Boolean).join(' ');
      toast({ words: `${words}.`, undo: () => takeBack(undo) });
    });
  }

  /** Takes back a change, and says so. */
  function takeBack(undo: () => Promise<{ refused: Refused[] }>): Promise<boolean> {
    return perform(async () => {
      const { refused } = await undo();
      setMessage(refusalWords(refused, refused.length));
      toast({ words: refused.length > 0 ? 'Not everything could be undone.' : 'Undone.' });
    });
  }

  function resend(enquiry: Changeable): Promise<boolean> {
    return perform(async () => {
      const { refused } = await call('enquiry.resend', { ids: [enquiry.id] });
      setMessage(refused[0]?.why);
      if (refused.length === 0)
        toast({ words: `${enquiry.reference}: failed emails are being resent.` });
    });
  }

  return { run, takeBack, resend, perform, isBusy, message };
}

function after(before: Changeable, change: Change, you: string) {
  if ('patch' in change) {
    const decisions = settle(before, change.patch, you);
    return typeof decisions === 'string' ? change.patch : decisions;
  }
  const isSpam = change.verdict === 'enquiry.spam';
  return { status: isSpam ? ('quarantined' as const) : ('released' as const), marked: false };
}

/** The reference of one enquiry, or the number of several. */
function whatOf(enquiries: readonly Changeable[]): string {
  const [first] = enquiries;
  return first && enquiries.length === 1 ? first.reference : countOf(enquiries.length);
}

function refusalWords(refused: readonly Refused[], total: number): string | undefined {
  const [first] = refused;
  if (!first) return undefined;
  const advice = first.isConflict ? ' Look at the new state, then press again if it is right.' : '';
  const share = total > 1 ? `${refused.length} of ${total} were not changed. ` : '';
  return `${share}${first.why}${advice}`;
}
