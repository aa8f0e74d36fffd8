import type { ReactNode, SubmitEvent } from 'react';

import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { Form } from './Form.tsx';

interface DialogFormProps {
  title: string;
  /** What will happen. */
  lead?: ReactNode;
  /** The label of the submit button. */
  action: string;
  $grave?: boolean;
  isBusy?: boolean;
  /** Why submitting failed, if it did. */
  error?: Error | null;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** Shows 'Go back' in place of 'Cancel'. */
  onBack?: () => void;
  children: ReactNode;
}

/** A form in a modal dialog, with its buttons. */
export function DialogForm({ title, lead, action, onClose, onBack, ...form }: DialogFormProps) {
  const { $grave = false, isBusy = false, error = null, onSubmit, children } = form;
  return (
    <Dialog title={title} onClose={onClose}>
      {lead}
      <Form onSubmit={onSubmit} error={error}>
        {children}
        <DialogActions>
          <Button type="submit" $small $grave={$grave} disabled={isBusy}>
            {action}
          </Button>
          <Button $small $quiet onClick={onBack ?? onClose}>
            {onBack ? 'Go back' : 'Cancel'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
