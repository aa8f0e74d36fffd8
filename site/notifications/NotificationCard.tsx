import type { ReactNode } from 'react';

import { useSwipe } from './use-swipe.ts';

interface NotificationCardProps {
  destructive: boolean;
  onDismiss: () => void;
  children: ReactNode;
}

/** One notification, which a button or a swipe to the right puts away. */
export function NotificationCard({ destructive, onDismiss, children }: NotificationCardProps) {
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
