import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Changed, EnquiryRow, Refusal } from '../../../office-views.ts';
import { countOf } from '../list/words.ts';
import { callOperation } from '../../../shell/use-operation.ts';
import { wordsOf } from '../../../shell/request.ts';
import { useToast } from '../../../shell/toast.tsx';

type Named = Pick<EnquiryRow, 'id' | 'reference'>;

/** What sends mails or deletes, and so cannot be undone wholly; it is asked before. */
export function useFinalChanges() {
  const queryClient = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: ({
      kind,
      items,
    }: {
      kind: keyof typeof changes;
      items: readonly Named[];
    }): Promise<Outcome> => changes[kind].does(items.map(({ id }) => id)),
    onSuccess({ refused, released = [] }, { kind, items }) {
      const done = items.length - refused.length;
      const what = items.length === 1 ? items[0]?.reference : countOf(done);
      const said = done > 0 ? `${what}: ${changes[kind].words}` : '';
      const words = [said, refused[0]?.sentence].filter(Boolean).join(' ');
      toast(released.length > 0 ? { words, undo: () => undo.mutate(released) } : { words });
    },
    onError: (error) => toast({ words: `Not done: ${wordsOf(error)}` }),
    onSettled: readAgain,
  });
  /** Holds them again as they were. A mail that has left meanwhile stays sent. */
  const undo = useMutation({
    mutationFn: (released: Changed['done']) =>
      callOperation('undoSpam', {
        items: released.map(({ id, after: { version } }) => ({ id, version })),
      }),
    onSuccess: ({ refused: [refusal] }) =>
      toast({ words: refusal ? `Not undone: ${refusal.sentence}` : 'Undone.' }),
    onError: (error) => toast({ words: `Not undone: ${wordsOf(error)}` }),
    onSettled: readAgain,
  });
  async function readAgain(): Promise<void> {
    await Promise.all(
      ['list', 'open'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
    );
  }
  return {
    isPending: change.isPending,
    run: (kind: keyof typeof changes, items: readonly Named[]) => change.mutate({ kind, items }),
  };
}

interface Outcome {
  refused: Refusal[];
  /** What can be held again. */
  released?: Changed['done'];
}

interface Change {
  /** What is said afterwards. */
  words: string;
  does: (ids: string[]) => Promise<Outcome>;
}

const changes = {
  release: {
    words: 'not spam; the mails are leaving.',
    async does(ids) {
      const { done: released, refused } = await callOperation('release', { ids });
      return { refused, released };
    },
  },
  resend: {
    words: 'the mails are leaving again.',
    does: (ids) => callOperation('resend', { ids }),
  },
  deleteSpam: {
    words: 'deleted for good.',
    does: (ids) => callOperation('deleteSpam', { ids }),
  },
} satisfies Record<string, Change>;
