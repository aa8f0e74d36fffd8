import { useEffect, useId, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';

import { color, space } from '../../design/tokens.ts';
import { Button } from './Button.tsx';
import { Form, type Submit } from './Form.tsx';
import { PanelTitle, Prose } from './Panel.tsx';
import { SideBySide } from './Rows.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog, open while rendered; Escape closes it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // React removes the element without closing it, so focus would not return to the opener.
    return () => {
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus());
    };
  }, []);
  return (
    <DialogWindow ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <PanelTitle id={titleId}>{title}</PanelTitle>
      {children}
    </DialogWindow>
  );
}

interface DialogFormProps<Values extends object> {
  title: string;
  /** Says what will happen. */
  lead?: ReactNode;
  /** The submit button's label. */
  action: string;
  $grave?: boolean;
  isBusy?: boolean;
  error?: Error | null;
  onSubmit: Submit<Values>;
  onClose: () => void;
  /** If given, called by a 'Go back' button in place of 'Cancel'. */
  onBack?: () => void;
  children?: ReactNode;
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

interface ConfirmProps extends Pick<
  DialogFormProps<object>,
  'title' | 'action' | '$grave' | 'onClose'
> {
  words: string;
  onConfirm: () => void;
}

/** Asks the user to confirm an action before it is done. */
export function Confirm({ words, onConfirm, ...dialog }: ConfirmProps) {
  function submit(): void {
    dialog.onClose();
    onConfirm();
  }
  return <DialogForm {...dialog} lead={<Prose>{words}</Prose>} onSubmit={submit} />;
}

export const DialogActions = styled(SideBySide)`
  gap: ${space.small};
`;

export const DialogWindow = styled.dialog`
  width: min(100% - 2 * ${space.base}, 38rem);
  max-height: calc(100dvh - 2 * ${space.base});
  margin: auto;
  padding: clamp(1.25rem, 5vw, 2.25rem);
  border: 1px solid ${color.line};
  border-top: 3px solid ${color.accent};
  background: ${color.paper};
  color: ${color.ink};

  &[open] {
    display: grid;
    justify-items: start;
    gap: ${space.medium};
  }
  &::backdrop {
    background: rgb(0 0 0 / 45%);
  }
`;
