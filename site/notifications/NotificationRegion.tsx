import { useEffect, useRef, type FocusEvent, type PointerEvent, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';

import { formWords } from '#contract/page-words.ts';

export const notificationsHost = { 'data-notifications': '' };

export function hydrateNotifications(): void {
  const host = document.querySelector('[data-notifications]');
  if (host) hydrateRoot(host, <NotificationRegion />);
}

/** Shows one notification at a time. F8 focuses the region, even if it is empty. */
export function NotificationRegion() {
  const { toasts, handlers } = useToaster();
  const current = toasts.find(({ visible }) => visible);
  const before = useRef<EventTarget | null>(null);
  const { startPause, endPause } = handlers;

  // No pointerleave event follows if a notification disappears under the pointer.
  useEffect(() => {
    if (!current) endPause();
  }, [current, endPause]);

  function enter({ currentTarget, relatedTarget }: FocusEvent) {
    startPause();
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  }

  /** Closes the notification. If the focus is in the region, it returns to where it was before. */
  function dismiss() {
    const isHere = document.activeElement?.closest('.notifications');
    if (isHere && before.current instanceof HTMLElement) before.current.focus();
    toast.dismiss(current?.id);
  }

  const card = current && (
    <NotificationCard key={current.id} destructive={current.type === 'error'} onDismiss={dismiss}>
      {resolveValue(current.message, current)}
    </NotificationCard>
  );
  return (
    <section
      className="notifications"
      tabIndex={-1}
      aria-label={formWords.notifications.region}
      onPointerEnter={startPause}
      onPointerLeave={endPause}
      onFocus={enter}
      onBlur={endPause}
    >
      <div role="status">{current?.type !== 'error' && card}</div>
      <div role="alert">{current?.type === 'error' && card}</div>
    </section>
  );
}

interface NotificationCardProps {
  destructive: boolean;
  onDismiss: () => void;
  children: ReactNode;
}

function NotificationCard({ destructive, onDismiss, children }: NotificationCardProps) {
  const swipe = useSwipe(onDismiss);
  return (
    <div className={destructive ? 'notification destructive' : 'notification'} {...swipe}>
      {children}
      <button type="button" aria-label={formWords.notifications.close} onClick={onDismiss}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M2 2l12 12M14 2L2 14" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
    </div>
  );
}

const SWIPE_THRESHOLD_PX = 50;

/** Handlers that move an element to the right with the pointer, and report swipes over 50 px. */
function useSwipe(onSwipe: () => void) {
  const start = useRef<number | undefined>(undefined);

  function distance({ clientX }: PointerEvent) {
    return start.current === undefined ? 0 : Math.max(0, clientX - start.current);
  }

  function move({ style }: HTMLElement, pixels: number) {
    style.transform = pixels > 0 ? `translateX(${pixels}px)` : '';
  }

  function end({ currentTarget }: PointerEvent<HTMLElement>) {
    start.current = undefined;
    move(currentTarget, 0);
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.target instanceof Element && event.target.closest('button')) return;
      start.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      move(event.currentTarget, distance(event));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const swiped = distance(event) > SWIPE_THRESHOLD_PX;
      end(event);
      if (swiped) onSwipe();
    },
    onPointerCancel: end,
  };
}
