import { useRef, type PointerEvent } from 'react';

const SWIPE_THRESHOLD_PX = 50;

/** Moves an element to the right with the pointer, and reports a swipe of more than 50 px. */
export function useSwipe(onSwipe: () => void) {
  const start = useRef<number | undefined>(undefined);

  function distance({ clientX }: PointerEvent) {
    return start.current === undefined ? 0 : Math.max(0, clientX - start.current);
  }

  function move({ style }: HTMLElement, pixels: number) {
    style.transform = pixels > 0 ? `translateX(${pixels}px)` : '';
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.target instanceof Element && event.target.closest('button')) return;
      start.current = event.clientX;
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      move(event.currentTarget, distance(event));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const swiped = distance(event) > SWIPE_THRESHOLD_PX;
      start.current = undefined;
      if (swiped) onSwipe();
      else move(event.currentTarget, 0);
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      start.current = undefined;
      move(event.currentTarget, 0);
    },
  };
}
