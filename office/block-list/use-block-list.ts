import { useAction } from '../shell/use-action.ts';
import { useToast } from '../toast.tsx';

const invalidates = ['block-list.read', 'enquiry.read'] as const;

/** Blocks or unblocks something. A message then offers to undo it. */
export function useBlockList() {
  const toast = useToast();
  const add = useAction('block-list.add', {
    invalidates,
    onSuccess: (entry) =>
      toast({ words: `Blocked: ${entry.value}`, undo: () => remove.mutateAsync(entry) }),
  });
  const remove = useAction('block-list.remove', {
    invalidates,
    onSuccess: (entry) =>
      toast({ words: `Unblocked: ${entry.value}`, undo: () => add.mutateAsync(entry) }),
  });
  return { add, remove };
}
