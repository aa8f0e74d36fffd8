import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { EnquiryRow } from '../../../office-views.ts';
import { countOf } from '../list/words.ts';
import { callOperation } from '../../../shell/use-operation.ts';
import { wordsOf } from '../../../shell/request.ts';
import { useToast } from '../../../shell/toast.tsx';

type Named = Pick<EnquiryRow, 'id' | 'reference'>;

/** Changes that cannot be undone, because they delete or send emails; they are confirmed first. */
const finalChanges = {
  'enquiry.resend': 'the emails are being sent again.',
  'enquiry.delete': 'deleted.',
} as const;

type FinalChange = keyof typeof finalChanges;

export function useFinalChanges() {
  const queryClient = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: ({ name, items }: { name: FinalChange; items: readonly Named[] }) =>
      callOperation(name, { ids: items.map(({ id }) => id) }),
    onSuccess({ refused }, { name, items }) {
      const done = items.length - refused.length;
      const what = items.length === 1 ? items[0]?.reference : countOf(done);
      const success = done > 0 ? `${what}: ${finalChanges[name]}` : '';
      toast({ words: [success, refused[0]?.sentence].filter(Boolean).join(' ') });
    },
    onError: (error) => toast({ words: `Failed: ${wordsOf(error)}` }),
    async onSettled() {
      await Promise.all(
        ['enquiry.list', 'enquiry.open'].map((name) =>
          queryClient.invalidateQueries({ queryKey: [name] }),
        ),
      );
    },
  });
  return {
    isPending: change.isPending,
    run: (name: FinalChange, items: readonly Named[]) => change.mutate({ name, items }),
  };
}
