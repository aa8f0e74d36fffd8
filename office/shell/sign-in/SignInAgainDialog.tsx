import { useEffect, useId, useRef } from 'react';
import { css, styled } from 'styled-components';

import { color, space } from '../../../design/tokens.ts';
import { TextButton } from '../../controls/Button.tsx';
import { DialogWindow } from '../../controls/Dialog.tsx';
import { PanelTitle, Prose } from '../../controls/Panel.tsx';
import type { SignInReason } from '../request.ts';
import { useSessionState } from '../session.tsx';
import { SignInForm } from './SignInForm.tsx';

const texts: Record<SignInReason, { title: string; lead: string; leave: string }> = {
  ended: {
    title: 'Your session has ended',
    lead: 'Sign in again to continue. What you typed is kept.',
    leave: 'Use a different account',
  },
  confirm: {
    title: 'Confirm it is you',
    lead: 'You signed in more than ten minutes ago. Sign in again to continue with this action.',
    leave: 'Cancel',
  },
};

interface SignInAgainDialogProps {
  username: string;
  why: SignInReason;
  onCancel: () => void;
}

/** Asks the user to sign in again. The page stays open behind it, with everything typed there. */
export function SignInAgainDialog({ username, why, onCancel }: SignInAgainDialogProps) {
  const { end } = useSessionState();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const hasEnded = why === 'ended';
  const { title, lead, leave } = texts[why];
  const show = () => dialog.current?.showModal();
  useEffect(() => {
    const opener = document.activeElement;
    show();
    dialog.current?.querySelector<HTMLInputElement>('input[type="password"]')?.focus();
    return () => {
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus());
    };
  }, []);
  return (
    <Window
      ref={dialog}
      $hides={hasEnded}
      aria-labelledby={titleId}
      onCancel={(event) => hasEnded && event.preventDefault()}
      // Pressing Escape twice closes a dialog even if `onCancel` prevents it: show it again.
      onClose={hasEnded ? show : onCancel}
    >
      <PanelTitle id={titleId}>{title}</PanelTitle>
      <Prose>{lead}</Prose>
      <SignInForm username={username} />
      <TextButton onClick={hasEnded ? end : onCancel}>{leave}</TextButton>
    </Window>
  );
}

const hidingPage = css`
  border-top: 1px solid ${color.line};

  &::backdrop {
    background: color-mix(in srgb, ${color.tint} 88%, transparent);
    backdrop-filter: blur(14px);
  }
`;

const Window = styled(DialogWindow)<{ $hides: boolean }>`
  width: min(100% - 2 * ${space.base}, 31rem);

  ${({ $hides }) => $hides && hidingPage}
`;
