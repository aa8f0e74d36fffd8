import { useEffect, useRef } from 'react';

const setting = 'office-shortcuts';

export const shortcuts = {
  j: 'Next enquiry',
  k: 'Previous enquiry',
  Enter: 'Open enquiry',
  x: 'Select enquiry',
  '/': 'Search',
  r: 'Reply',
  n: 'Add an internal note',
  a: 'Assign to me',
  e: 'Close enquiry',
  u: 'Undo the last change, within ten seconds',
  '?': 'Show this help',
} as const;

/** Whether shortcuts are on in this browser. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(setting) !== 'off';
}

export function setShortcuts(areOn: boolean): void {
  localStorage.setItem(setting, areOn ? 'on' : 'off');
}

const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';

/** Handles shortcuts while they are on, unless somebody is typing or a dialog is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const { key, target, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event;
      const action = current.current[key];
      if (!action || ctrlKey || metaKey || altKey || defaultPrevented || !areShortcutsOn()) return;
      // An input method uses these keys to compose a character.
      if (event.isComposing || (repeat && key !== 'j' && key !== 'k')) return;
      if (target instanceof Element && target.closest(typing)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      action();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
