import { useEffect, useRef, type RefObject } from 'react';

const FOCUS_KEY = 'F8';

/** Lets F8 move the focus to a region; returns what gives it back to where it was. */
export function useFocusKey(region: RefObject<HTMLElement | null>): () => void {
  const before = useRef<HTMLElement | null>(null);

  useEffect(() => {
    function focusRegion(event: KeyboardEvent) {
      if (event.key !== FOCUS_KEY || !region.current) return;
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && !region.current.contains(activeElement)) {
        before.current = activeElement;
      }
      region.current.focus();
    }
    document.addEventListener('keydown', focusRegion);
    return () => document.removeEventListener('keydown', focusRegion);
  }, [region]);

  return function returnFocus() {
    if (region.current?.contains(document.activeElement)) before.current?.focus();
  };
}
