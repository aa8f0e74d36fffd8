import { useState } from 'react';

import { reason as reasonSchema } from '../../office-views.ts';
import { DialogForm } from '../../controls/DialogForm.tsx';
import { Field } from '../../controls/Field.tsx';
import { Prose } from '../../controls/Panel.tsx';

interface ReasonDialogProps {
  title: string;
  /** What will happen. */
  words: string;
  /** The label of the confirm button. */
  action: string;
  isBusy: boolean;
  error: Error | null;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Asks for a reason, which is recorded in the audit trail and shown to colleagues. */
export function ReasonDialog({ title, words, action, isBusy, error, ...does }: ReasonDialogProps) {
  const { onConfirm, onClose } = does;
  const [fault, setFault] = useState<string>();
  function submit({ reason }: { reason: string }): void {
    const result = reasonSchema.safeParse(reason);
    setFault(result.error && `The reason ${result.error.issues[0]?.message ?? 'is not valid'}.`);
    if (result.success) onConfirm(result.data);
  }
  return (
    <DialogForm
      title={title}
      lead={<Prose>{words}</Prose>}
      action={action}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Reason"
        name="reason"
        error={fault}
        hint="Visible to colleagues and kept in the audit trail. Don't include names."
      />
    </DialogForm>
  );
}
