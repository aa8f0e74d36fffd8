import { useEffect, useRef } from 'react';
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';

import { NotificationCard } from './NotificationCard.tsx';
import { useFocusKey } from './use-focus-key.ts';

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
