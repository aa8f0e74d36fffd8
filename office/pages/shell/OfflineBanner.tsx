import { useEffect, useRef, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';

import { space } from '../../../design/tokens.ts';
import { Message } from '../controls/Message.tsx';
import { useAnnounce } from './announce.tsx';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether this browser has a connection at all. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** Says that there is no connection, and when it is back; what was typed stays. */
export function OfflineBanner() {
  const isOnline = useIsOnline();
  const announce = useAnnounce();
  const wasOnline = useRef(true);
  useEffect(() => {
    if (isOnline && !wasOnline.current) announce('You are online again.');
    wasOnline.current = isOnline;
  }, [isOnline, announce]);
  return (
    <div role="status" data-print="hide">
      {!isOnline && (
        <Banner tone="danger">
          You are offline. What you see may be old, and changes cannot be saved. What you typed
          stays here.
        </Banner>
      )}
    </div>
  );
}

const Banner = styled(Message)`
  max-width: none;
  margin-bottom: ${space.medium};
`;
