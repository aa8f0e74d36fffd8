import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { EnquiryRow, Refusal } from '../../office-views.ts';
import { countOf } from '../enquiries/words.ts';
import { callOperation } from '../operation.ts';
import { wordsOf } from '../request.ts';
import { useToast } from '../shell/toast.tsx';

type Named = Pick<EnquiryRow, 'id' | 'reference'>;

/** What cannot be undone, because it sends mails or deletes; it is asked before. */
export function useFinalChanges() {
  const queryClient = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: ({ kind, items }: { kind: keyof typeof changes; items: readonly Named[] }) =>
      changes[kind].does(items.map(({ id }) => id)),
    onSuccess(refused, { kind, items }) {
      const done = items.length - refused.length;
      const what = items.length === 1 ? items[0]?.reference : countOf(done);
      const said = done > 0 ? `${what}: ${changes[kind].words}` : '';
      toast({ words: [said, refused[0]?.sentence].filter(Boolean).join(' ') });
    },
    onError: (error) => toast({ words: `Not done: ${wordsOf(error)}` }),
    async onSettled() {
      await Promise.all(
        ['list', 'open'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
      );
    },
  });
  return {
    isPending: change.isPending,
    run: (kind: keyof typeof changes, items: readonly Named[]) => change.mutate({ kind, items }),
  };
}

interface Change {
  /** What is said afterwards. */
  words: string;
  does: (ids: string[]) => Promise<Refusal[]>;
}

const changes = {
  release: {
    words: 'not spam; the mails are leaving.',
    does: async (ids) => (await callOperation('release', { ids })).refused,
  },
  resend: {
    words: 'the mails are leaving again.',
    does: async (ids) => (await callOperation('resend', { ids })).refused,
  },
  deleteSpam: {
    words: 'deleted for good.',
    does: async (ids) => (await callOperation('deleteSpam', { ids })).refused,
  },
} satisfies Record<string, Change>;
