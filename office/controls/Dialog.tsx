import { useEffect, useId, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';

import { color, space } from '../../design/tokens.ts';
import { Button } from './Button.tsx';
import { PanelTitle, Prose } from './Panel.tsx';

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
    // React removes the element without closing it, and focus would not return to the opener.
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

interface ConfirmProps {
  title: string;
  /** What will happen. */
  words: string;
  /** The label of the confirm button. */
  action: string;
  $grave?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before something irreversible. */
export function Confirm({ title, words, action, $grave = false, ...does }: ConfirmProps) {
  const { onConfirm, onClose } = does;
  return (
    <Dialog title={title} onClose={onClose}>
      <Prose>{words}</Prose>
      <DialogActions>
        <Button
          $small
          $grave={$grave}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </Button>
        <Button $small $quiet onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export const DialogActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.small};
`;

/** The element of a modal dialog, with its looks. */
export const DialogWindow = styled.dialog`
  width: min(100% - 2 * ${space.base}, 38rem);
  max-height: calc(100dvh - 2 * ${space.base});
  margin: auto;
  padding: clamp(1.25rem, 5vw, 2.25rem);
  border: 1px solid ${color.line};
  border-top: 3px solid ${color.brass};
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
