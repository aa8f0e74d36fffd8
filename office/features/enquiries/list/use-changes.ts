import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { AnswerOf } from '../../../office-api.ts';
import type { Changed, EnquiryRow, RefusedItem } from '../../../office-views.ts';
import { callOperation } from '../../../shell/use-operation.ts';
import { RequestError, wordsOf } from '../../../shell/request.ts';
import { useSession } from '../../../shell/session.tsx';
import { useToast } from '../../../shell/toast.tsx';
import type { ListPages, ListWish } from './use-list.ts';
import type { Act } from '../changes.ts';
import { isInList, stateOf, type EnquiryState } from '../state.ts';
import { countOf } from './words.ts';

/** An enquiry as the user saw it when changing it. */
export type Seen = EnquiryState & Pick<EnquiryRow, 'id' | 'reference' | 'version'>;

/** A change that was refused, and the enquiries concerned. */
export interface Conflict {
  act: Act;
  items: readonly Seen[];
  refused: readonly RefusedItem[];
}

/**
 * Applies changes to enquiries: shown immediately, reverted if refused, and undoable for a while.
 * After a conflict with a colleague's change, the dialog stays open until the user applies or drops
 * theirs.
 */
export function useChanges() {
  const queryClient = useQueryClient();
  const { username } = useSession();
  const toast = useToast();
  const [conflict, setConflict] = useState<Conflict>();
  const [isBusy, setIsBusy] = useState(false);

  /** Resolves to the changed enquiries; empty after a failure, which has been shown. */
  async function run(items: readonly Seen[], act: Act): Promise<Changed['done']> {
    setIsBusy(true);
    showInLists(queryClient, items, act, username);
    try {
      const { done, refused } = await send(items, act);
      settle(done);
      if (refused.length > 0) setConflict({ act, items, refused });
      else setConflict(undefined);
      if (done.length > 0) {
        const references = items
          .filter(({ id }) => done.some((changed) => changed.id === id))
          .map(({ reference }) => reference);
        const what = references.length === 1 ? String(references[0]) : countOf(references.length);
        const words = act.done(what, username);
        // A note cannot be undone.
        const canUndo = done.some(({ canUndo: can }) => can);
        toast(canUndo ? { words, undo: () => void undo(done) } : { words });
      }
      return done;
    } catch (error) {
      readAgain(items.map(({ id }) => id));
      const refused = refusalsOf(error);
      if (refused) setConflict({ act, items, refused });
      else toast({ words: `Not saved: ${wordsOf(error)}` });
      return [];
    } finally {
      setIsBusy(false);
    }
  }

  async function undo(changed: Changed['done']): Promise<void> {
    const ids = changed.map(({ id }) => id);
    const items = changed.map(({ id, after: { version } }) => ({ id, version }));
    try {
      const { done, refused } = await callOperation('enquiry.undo', { items });
      settle(done);
      const [refusal] = refused;
      toast({ words: refusal ? `Not undone: ${refusal.sentence}` : 'Undone.' });
    } catch (error) {
      toast({ words: `Not undone: ${wordsOf(error)}` });
    }
    readAgain(ids);
  }

  /** Shows the response immediately, and then refetches. */
  function settle(done: Changed['done']): void {
    for (const { id, after: handling, status } of done) {
      queryClient.setQueriesData<AnswerOf<'enquiry.open'>>(
        { queryKey: ['enquiry.open'] },
        (opened) =>
          opened?.submission.id === id
            ? { ...opened, handling, submission: { ...opened.submission, status } }
            : opened,
      );
    }
    readAgain(done.map(({ id }) => id));
  }

  function readAgain(ids: readonly string[]): void {
    void queryClient.invalidateQueries({ queryKey: ['enquiry.list'] });
    void queryClient.invalidateQueries({
      queryKey: ['enquiry.open'],
      predicate: ({ state }) =>
        ids.includes((state.data as AnswerOf<'enquiry.open'> | undefined)?.submission.id ?? ''),
    });
  }

  return { run, isBusy, conflict, leave: () => setConflict(undefined) };
}

export type Changes = ReturnType<typeof useChanges>;

async function send(items: readonly Seen[], { name, input }: Act): Promise<Changed> {
  const versions = items.map(({ id, version }) => ({ id, version }));
  // Each change has its own input, from which the act was created.
  return callOperation<'enquiry.close'>(name as 'enquiry.close', { ...input, items: versions });
}

/** The refusals caused by a colleague's earlier change. */
function refusalsOf(error: unknown): RefusedItem[] | undefined {
  if (!(error instanceof RequestError) || error.status !== 409) return;
  return error.details.refused as RefusedItem[] | undefined;
}

/** Updates the rows before the server has responded. */
function showInLists(
  queryClient: QueryClient,
  items: readonly Seen[],
  act: Act,
  username: string,
): void {
  const ids = new Set(items.map(({ id }) => id));
  for (const [key, pages] of queryClient.getQueriesData<ListPages>({
    queryKey: ['enquiry.list'],
  })) {
    if (!pages) continue;
    const { tab } = key[1] as ListWish;
    const change = (row: EnquiryRow): EnquiryRow => {
      const patch = ids.has(row.id) ? act.change(stateOf(row), username) : {};
      if (typeof patch === 'string') return row;
      const { note, ...state } = patch;
      return { ...row, ...state, notes: row.notes + (note === undefined ? 0 : 1) };
    };
    const shown = pages.pages.map((page) => {
      const rows = page.rows.map(change).filter((row) => isInList(tab, row, username));
      return { ...page, rows, total: page.total - (page.rows.length - rows.length) };
    });
    queryClient.setQueryData<ListPages>(key, { ...pages, pages: shown });
  }
}
