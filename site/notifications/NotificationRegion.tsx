import { useEffect, useRef, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { createRoot } from 'react-dom/client';
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';

/** Adds the region of notifications to the end of the page. */
export function mountNotifications(): void {
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(<NotificationRegion />);
}

/** Where notifications appear, one at a time; F8 leads here. */
export function NotificationRegion() {
  const { toasts, handlers } = useToaster();
  const current = toasts.find(({ visible }) => visible);
  const region = useRef<HTMLElement>(null);
  const returnFocus = useFocusKey(region);
  const { startPause, endPause } = handlers;

  // A notification that goes away under the pointer never reports that the pointer left.
  useEffect(() => {
    if (!current) endPause();
  }, [current, endPause]);

  function dismiss() {
    returnFocus();
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
      ref={region}
      tabIndex={-1}
      aria-label="Notifications (F8)"
      onPointerEnter={startPause}
      onPointerLeave={endPause}
      onFocus={startPause}
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

/** One notification, which a button or a swipe to the right puts away. */
function NotificationCard({ destructive, onDismiss, children }: NotificationCardProps) {
  const swipe = useSwipe(onDismiss);
  return (
    <div className={destructive ? 'notification destructive' : 'notification'} {...swipe}>
      {children}
      <button type="button" aria-label="Close notification" onClick={onDismiss}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M2 2l12 12M14 2L2 14" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
    </div>
  );
}

const SWIPE_THRESHOLD_PX = 50;

/** Moves an element to the right with the pointer, and reports a swipe of more than 50 px. */
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

const FOCUS_KEY = 'F8';

/** Lets F8 move the focus to a region; returns what gives it back to where it was. */
function useFocusKey(region: RefObject<HTMLElement | null>): () => void {
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
