import type { RequestOf } from '../../office-api.ts';
import { useToast } from '../../toast.tsx';
import { useCall } from '../../shell/use-operation.ts';
import { DialogForm, Field, verbatim } from '../../ui.tsx';

const invalidates = ['block-list.read', 'enquiry.read'] as const;

/**
 * The calls that add an entry to the block list or remove one. A message then offers to undo the
 * change.
 */
export function useBlockList() {
  const toast = useToast();
  const add = useCall('block-list.add', {
    invalidates,
    onSuccess: (entry) =>
      toast({ words: `Blocked: ${entry.value}`, undo: () => remove.mutateAsync(entry) }),
  });
  const remove = useCall('block-list.remove', {
    invalidates,
    onSuccess: (entry) =>
      toast({ words: `Unblocked: ${entry.value}`, undo: () => add.mutateAsync(entry) }),
  });
  return { add, remove };
}

interface BlockDialogProps {
  /** The id of the enquiry because of which something is blocked. */
  enquiry?: string;
  onClose: () => void;
}

/** Asks for an address, a domain or a phrase to add to the block list. Suggests the text selected on the page. */
export function BlockDialog({ enquiry, onClose }: BlockDialogProps) {
  const { add } = useBlockList();
  function submit({ value }: RequestOf<'block-list.add'>): void {
    add.mutate({ value, ...(enquiry && { enquiry }) }, { onSuccess: onClose });
  }
  return (
    <DialogForm
      title="Add to the block list"
      action="Add"
      isBusy={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Email address, domain or phrase"
        name="value"
        required
        maxLength={longest}
        defaultValue={String(getSelection()).trim().slice(0, longest)}
        {...verbatim}
        hint="An address, a domain such as example.com, or a phrase that genuine enquiries never contain."
      />
    </DialogForm>
  );
}

const longest = 253;
