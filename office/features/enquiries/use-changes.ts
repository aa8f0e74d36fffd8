import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { AnswerOf } from '../../office-api.ts';
import type { Changed, EnquiryRow, RefusedItem } from '../../office-views.ts';
import { refetchEnquiries } from '../../shell/live.tsx';
import { isConflict, wordsOf } from '../../shell/request.ts';
import { useSession } from '../../shell/session.tsx';
import { useToast } from '../../shell/toast.tsx';
import { useNames } from '../../shell/use-names.ts';
import { callOperation } from '../../shell/use-operation.ts';
import type { Act } from './acts.ts';
import type { ChangeName } from './changes.ts';
import type { ListPages, ListWish } from './list/use-list.ts';
import { isInList, stateOf } from './state.ts';

/** An enquiry in the version that the user saw when making a change. */
type Seen = Pick<EnquiryRow, 'id' | 'reference' | 'version'>;

export interface Following {
  onDone?: () => void;
  onUndone?: () => void;
}

export interface Conflict {
  act: Act;
  items: readonly Seen[];
  refused: readonly RefusedItem[];
  following: Following;
}

/**
 * The messages after changes that the user cannot undo: they send emails, or delete spam, which only
 * an information officer can restore. The user confirms such changes first.
 */
const finalChanges = {
  'enquiry.resend': (what: string) => `${what}: failed emails are being resent.`,
  'enquiry.delete': (what: string) => `${what} deleted.`,
} as const;

export type Changes = ReturnType<typeof useChanges>;

/**
 * Applies changes to enquiries. Lists show a change immediately, and revert it if the server
 * refuses it. The user can undo changes for a while. After a conflict with a colleague's change, a
 * dialog stays open until the user applies their own change anyway, or discards it.
 */
export function useChanges() {
  const queryClient = useQueryClient();
  const { username } = useSession();
  const called = useNames();
  const toast = useToast();
  const [conflict, setConflict] = useState<Conflict>();
  const [isBusy, setIsBusy] = useState(false);
  // The ids of the enquiries that are being changed.
  const [changing] = useState(() => new Set<string>());

  async function run(items: readonly Seen[], act: Act, following: Following = {}): Promise<void> {
    if (items.length === 0) {
      toast({ words: 'Nothing to change.' });
      return;
    }
    // Another key was pressed before the first change was saved. It would be refused as a conflict.
    if (items.some(({ id }) => changing.has(id))) {
      toast({ words: 'The last change is still being saved. Please try again.' });
      return;
    }
    const restoreLists = showInLists(queryClient, items, act, username);
    try {
      const { done, refused } = await send(items, act.name, act.input);
      const byColleagues = refused.filter(isOfColleague);
      const other = refused.find((refusal) => !isOfColleague(refusal));
      setConflict(
        byColleagues.length > 0 ? { act, items, refused: byColleagues, following } : undefined,
      );
      if (done.length > 0) {
        following.onDone?.();
        const what = nameOf(items.filter(({ id }) => done.some((changed) => changed.id === id)));
        // A note cannot be undone.
        const canUndo = done.some((changed) => changed.canUndo);
        const words = act.done(what, (name) => (name === username ? 'you' : called(name)));
        toast({
          words: other ? `${words} Not all were changed: ${other.sentence}` : words,
          ...(canUndo ? { undo: () => undo(done, following) } : {}),
          isUrgent: act.name === 'enquiry.reply',
        });
      }
    } catch (error) {
      restoreLists();
      // Restoring a list marks it as up to date, although it may be stale.
      refetchEnquiries(
        queryClient,
        items.map(({ id }) => id),
      );
      if (isConflict(error)) {
        const refused = (error.details.refused as RefusedItem[]).filter(isOfColleague);
        setConflict({ act, items, refused, following });
      } else {
        toast({ words: `Not saved: ${wordsOf(error)}` });
      }
    }
  }

  async function undo(changed: Changed['done'], { onUndone }: Following): Promise<void> {
    const items = changed.map(({ id, after: { version } }) => ({ id, version }));
    const [refusal] = (await send(items, 'enquiry.undo')).refused;
    toast({ words: refusal ? `Could not undo: ${refusal.sentence}` : 'Undone.' });
    if (!refusal) onUndone?.();
  }

  /** Sends a change, puts the response into the loaded enquiries and lists, and then refetches. */
  function send(
    items: readonly Omit<Seen, 'reference'>[],
    name: ChangeName | 'enquiry.undo',
    input: object = {},
  ): Promise<Changed> {
    return whileBusy(items, async () => {
      const versions = items.map(({ id, version }) => ({ id, version }));
      // `actOf` accepts only the input of the named change, so the types match.
      const body = { ...input, items: versions };
      const answer = await callOperation<'enquiry.close'>(name as 'enquiry.close', body);
      if (name === 'enquiry.tag') {
        void queryClient.invalidateQueries({ queryKey: ['enquiry.tags'] });
      }
      for (const { id, after: handling, status } of answer.done) {
        queryClient.setQueriesData<AnswerOf<'enquiry.open'>>(
          { queryKey: ['enquiry.open'] },
          (opened) =>
            opened?.submission.id === id
              ? { ...opened, handling, submission: { ...opened.submission, status } }
              : opened,
        );
        // Without the new version, another change before the lists are refetched would be refused
        // as a conflict.
        queryClient.setQueriesData<ListPages>({ queryKey: ['enquiry.list'] }, (list) => {
          const { version } = handling;
          const newer = (row: EnquiryRow) => (row.id === id ? { ...row, version } : row);
          const pages = list?.pages.map((page) => ({ ...page, rows: page.rows.map(newer) }));
          return list && pages && { ...list, pages };
        });
      }
      return answer;
    });
  }

  async function runFinal(
    items: readonly Omit<Seen, 'version'>[],
    name: keyof typeof finalChanges,
  ): Promise<void> {
    try {
      const ids = items.map(({ id }) => id);
      const { refused } = await whileBusy(items, () => callOperation(name, { ids }));
      const done = items.filter(({ id }) => !refused.some((refusal) => refusal.id === id));
      const words = [finalChanges[name](nameOf(done)), refused[0]?.sentence];
      toast({ words: words.filter(Boolean).join(' ') });
    } catch (error) {
      toast({ words: `Failed: ${wordsOf(error)}` });
    }
  }

  /** Marks the enquiries as busy during `work`, and refetches them afterwards. */
  async function whileBusy<Answer>(
    items: readonly Pick<Seen, 'id'>[],
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const ids = items.map(({ id }) => id);
    for (const id of ids) changing.add(id);
    setIsBusy(true);
    try {
      return await work();
    } finally {
      for (const id of ids) changing.delete(id);
      setIsBusy(changing.size > 0);
      refetchEnquiries(queryClient, ids);
    }
  }

  return { run, runFinal, isBusy, conflict, leave: () => setConflict(undefined) };
}

/** Whether a change was refused because a colleague had changed or deleted the enquiry. */
function isOfColleague({ reason }: RefusedItem): boolean {
  return reason === 'conflict' || reason === 'not-found';
}

/** The reference of one enquiry, or the number of several. */
function nameOf(items: readonly Pick<Seen, 'reference'>[]): string {
  const [first] = items;
  return first && items.length === 1 ? first.reference : countOf(items.length);
}

/** Formats a number of enquiries, such as `1 enquiry` or `3 enquiries`. */
export function countOf(number: number): string {
  return number === 1 ? '1 enquiry' : `${number.toLocaleString('en-ZA')} enquiries`;
}

/**
 * Applies a change to the rows of loaded lists before the server has responded. Returns the
 * function that restores the rows.
 */
function showInLists(
  queryClient: QueryClient,
  items: readonly Seen[],
  act: Act,
  username: string,
): () => void {
  const ids = new Set(items.map(({ id }) => id));
  const before = queryClient.getQueriesData<ListPages>({ queryKey: ['enquiry.list'] });
  for (const [key, pages] of before) {
    if (!pages) continue;
    const { tab } = key[1] as ListWish;
    const change = (row: EnquiryRow): EnquiryRow => {
      const patch = ids.has(row.id) ? act.change(stateOf(row), username) : {};
      if (typeof patch === 'string') return row;
      const { note, reply: _reply, ...state } = patch;
      return { ...row, ...state, notes: row.notes + (note === undefined ? 0 : 1) };
    };
    const shown = pages.pages.map((page) => {
      const rows = page.rows.map(change).filter((row) => isInList(tab, row, username));
      return { ...page, rows, total: page.total - (page.rows.length - rows.length) };
    });
    queryClient.setQueryData<ListPages>(key, { ...pages, pages: shown });
  }
  return () => {
    for (const [key, pages] of before) queryClient.setQueryData<ListPages>(key, pages);
  };
}
