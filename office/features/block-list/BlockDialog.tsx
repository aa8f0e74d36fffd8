import { DialogForm } from '../../controls/Dialog.tsx';
import { Field, verbatim } from '../../controls/Field.tsx';
import type { RequestOf } from '../../office-api.ts';
import { useToast } from '../../shell/toast.tsx';
import { useCall } from '../../shell/use-operation.ts';

const invalidates = ['block-list.read', 'enquiry.open'] as const;

/** Adds to and removes from the block list. Both can be undone. */
export function useBlockList() {
  const toast = useToast();
  const add = useCall('block-list.add', {
    invalidates,
    onSuccess: (entry) =>
      toast({ words: `Blocked: ${entry.value}`, undo: () => remove.mutate(entry) }),
  });
  const remove = useCall('block-list.remove', {
    invalidates,
    onSuccess: (entry) =>
      toast({ words: `Unblocked: ${entry.value}`, undo: () => add.mutate(entry) }),
  });
  return { add, remove };
}

interface BlockDialogProps {
  /** The id of the spam in which the domain or phrase was found. */
  enquiry?: string;
  onClose: () => void;
}

/** Adds a domain or phrase to the block list, by default the selected text. */
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
        label="Domain or phrase"
        name="value"
        required
        maxLength={longest}
        defaultValue={String(getSelection()).trim().slice(0, longest)}
        {...verbatim}
        hint="A domain such as example.com, or a phrase that genuine enquiries never contain."
      />
    </DialogForm>
  );
}

const longest = 253;
