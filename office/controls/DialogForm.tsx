import type { ReactNode } from 'react';

import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { Form, type Submit } from './Form.tsx';

interface DialogFormProps<Values extends object> {
  title: string;
  /** What will happen. */
  lead?: ReactNode;
  /** The label of the submit button. */
  action: string;
  $grave?: boolean;
  isBusy?: boolean;
  /** Why submitting failed, if it did. */
  error?: Error | null;
  onSubmit: Submit<Values>;
  onClose: () => void;
  /** Shows 'Go back' in place of 'Cancel'. */
  onBack?: () => void;
  children: ReactNode;
}

/** A form in a modal dialog, with its buttons. */
export function DialogForm<Values extends object>(props: DialogFormProps<Values>) {
  const { title, lead, action, $grave = false, isBusy = false, error = null } = props;
  const { onSubmit, onClose, onBack, children } = props;
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
