import { useEffect, useRef, useSyncExternalStore } from 'react';

const setting = 'office-shortcuts';
const listeners = new Set<() => void>();

/** Every key with its description in the help. */
export const shortcuts = {
  j: 'Next enquiry',
  k: 'Previous enquiry',
  Enter: 'Open the enquiry',
  '/': 'Search',
  n: 'Add an internal note',
  u: 'Undo the last change',
  '?': 'Show this help',
} as const;

function areOn(): boolean {
  return localStorage.getItem(setting) !== 'off';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether shortcuts are on, stored in this browser, and the function that changes it. */
export function useShortcutSetting(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, areOn);
  return [
    on,
    (next) => {
      if (next) localStorage.removeItem(setting);
      else localStorage.setItem(setting, 'off');
      for (const listener of listeners) listener();
    },
  ];
}

const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';

/** Handles shortcuts while no input is focused and no dialog is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const { key, target, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event;
      const action = current.current[key];
      if (!action || ctrlKey || metaKey || altKey || defaultPrevented || !areOn()) return;
      if (repeat && key !== 'j' && key !== 'k') return;
      if (target instanceof Element && target.closest(typing)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      action();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
