import { useEffect, useId, useRef } from 'react';
import { styled } from 'styled-components';

import { color, space } from '../../../design/tokens.ts';
import { TextButton } from '../../controls/Button.tsx';
import { DialogWindow } from '../../controls/Dialog.tsx';
import { PanelTitle, Prose } from '../../controls/Panel.tsx';
import { useSessionState } from '../session.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Asks to sign in again on top of the page, which keeps what was typed. */
export function SessionEndedDialog({ username }: { username: string }) {
  const { end } = useSessionState();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLInputElement>('input[type="password"]')?.focus();
  }, []);
  return (
    <Blurred ref={dialog} aria-labelledby={titleId} onCancel={(event) => event.preventDefault()}>
      <PanelTitle id={titleId}>Your session has ended</PanelTitle>
      <Prose>Sign in again to continue. What you typed is still there.</Prose>
      <SignInForm username={username} />
      <TextButton onClick={end}>Use a different account</TextButton>
    </Blurred>
  );
}

const Blurred = styled(DialogWindow)`
  width: min(100% - 2 * ${space.base}, 31rem);
  border-top: 1px solid ${color.line};

  /* Hides the page after the session has ended. */
  &::backdrop {
    background: color-mix(in srgb, ${color.vellum} 88%, transparent);
    backdrop-filter: blur(14px);
  }
`;
