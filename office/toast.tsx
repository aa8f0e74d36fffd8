import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';

import { VisuallyHidden } from '#design/layout.ts';
import { color, media, space } from '#design/tokens.ts';
import { wordsOf } from './client.ts';
import { areShortcutsOn, useShortcuts } from './shell/shortcuts.ts';

const liveRegion = 'announcements';

/** The ARIA live region of every page. */
export function Announcements() {
  return <VisuallyHidden id={liveRegion} role="status" />;
}

/** Announces a text to screen readers without interrupting them. */
export function announce(words: string): void {
  const said = document.createElement('span');
  said.textContent = words;
  // A new element, because screen readers do not announce unchanged text.
  document.getElementById(liveRegion)?.replaceChildren(said);
}

/** Milliseconds for which a toast is shown, and its change can be undone. */
const toastDuration = 10_000;

interface Toast {
  words: string;
  /** Undoes the change. If it returns a promise that rejects, another toast says why. */
  undo?: (() => unknown) | undefined;
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  function show(next: Toast): void {
    setToast(next);
    const hint = areShortcutsOn() ? 'Press u to undo.' : 'You can undo this.';
    announce(next.undo ? `${next.words} ${hint}` : next.words);
  }
  function dismiss(): void {
    // Otherwise the focus would be lost with the button.
    if (document.activeElement?.closest('[data-toast]')) {
      document.querySelector('h1')?.focus({ preventScroll: true });
    }
    setToast(undefined);
  }
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(dismiss, toastDuration);
    return () => clearTimeout(timer);
  }, [toast]);

  async function undo(): Promise<void> {
    dismiss();
    try {
      await toast?.undo?.();
    } catch (error) {
      show({ words: `Could not undo: ${wordsOf(error)}` });
    }
  }
  useShortcuts({
    u() {
      if (toast?.undo) void undo();
      else show({ words: 'Nothing to undo. Changes can be undone for ten seconds.' });
    },
  });

  return (
    <ToastContext value={show}>
      {children}
      {toast && (
        <Place data-toast="" aria-label="Last change" data-print="hide">
          <p>{toast.words}</p>
          {toast.undo && <Action onClick={() => void undo()}>Undo</Action>}
          <Action aria-label="Dismiss" onClick={dismiss}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M3 3l10 10M13 3L3 13" />
            </svg>
          </Action>
        </Place>
      )}
    </ToastContext>
  );
}

const Place = styled.section`
  position: fixed;
  bottom: ${space.base};
  left: 50%;
  z-index: 15;
  display: flex;
  align-items: center;
  gap: ${space.tiny};
  width: max-content;
  max-width: calc(100% - 2 * ${space.base});
  padding: 0.25rem 0.25rem 0.25rem 1.25rem;
  border: 1px solid ${color.ink};
  background: ${color.ink};
  color: ${color.paper};
  font-size: 0.9375rem;
  font-weight: 500;
  line-height: 1.4;
  transform: translateX(-50%);

  p {
    margin-right: ${space.small};
  }
  ${media.wide} {
    left: calc(50% + 7.75rem);
  }
`;

const Action = styled.button.attrs({ type: 'button' })`
  flex: none;
  min-width: 2.75rem;
  min-height: 2.75rem;
  padding: 0 0.75rem;
  border: 0;
  background: none;
  color: inherit;
  font-weight: 600;
  text-decoration: underline;
  text-underline-offset: 0.22em;
  cursor: pointer;

  &:focus-visible {
    outline-offset: -4px;
  }
  svg {
    width: 1rem;
    height: 1rem;
    margin: auto;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
  }
`;
