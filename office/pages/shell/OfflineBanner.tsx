import { useSyncExternalStore } from 'react';

import { Message } from '../controls/Message.tsx';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says that there is no connection; what was typed stays. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <Message tone="danger">
          You are offline. What you see may be old, and changes cannot be saved.
        </Message>
      )}
    </div>
  );
}
