import { useState, type SubmitEvent } from 'react';

import { reason as reasonSchema } from '../../office-views.ts';
import { Button } from '../../controls/Button.tsx';
import { Dialog, DialogActions } from '../../controls/Dialog.tsx';
import { Field } from '../../controls/Field.tsx';
import { Form, readForm } from '../../controls/Form.tsx';
import { Prose } from '../../controls/Panel.tsx';

interface ReasonDialogProps {
  title: string;
  /** What will happen. */
  words: string;
  /** The words on the button that does it. */
  action: string;
  isBusy: boolean;
  error: Error | null;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Asks why something is done before it is. The answer is for the audit trail and for colleagues. */
export function ReasonDialog({ title, words, action, isBusy, error, ...does }: ReasonDialogProps) {
  const { onConfirm, onClose } = does;
  const [fault, setFault] = useState<string>();
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const result = reasonSchema.safeParse(readForm(event).reason ?? '');
    setFault(result.error && `The reason ${result.error.issues[0]?.message ?? 'does not fit'}.`);
    if (result.success) onConfirm(result.data);
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Prose>{words}</Prose>
      <Form onSubmit={submit} error={error}>
        <Field
          label="Why"
          name="reason"
          autoComplete="off"
          error={fault}
          hint="Your colleagues see it, and it stays in the audit trail. Name nobody."
        />
        <DialogActions>
          <Button $small type="submit" disabled={isBusy}>
            {action}
          </Button>
          <Button $small $quiet onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
