import { useEffect, useEffectEvent } from 'react';

const setting = 'office-shortcuts';

/** The keys besides those of the buttons (enquiries/offers.ts). */
export const shortcuts = {
  j: 'Next enquiry',
  k: 'Previous enquiry',
  Enter: 'Open enquiry',
  x: 'Select enquiry',
  '/': 'Search',
  r: 'Reply',
  n: 'Add an internal note',
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

/** Where a key types, or composes a character with an input method, it is no shortcut. */
const typing = 'input:not([type="checkbox"]), textarea, select';

/** Handles shortcuts while they are on, unless somebody is typing or a dialog is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
    const action = actions[key];
    if (!action || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return;
    if (!areShortcutsOn() || document.querySelector('dialog[open]')) return;
    if (target instanceof Element && target.closest(typing)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
