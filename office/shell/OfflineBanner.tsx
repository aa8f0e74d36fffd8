import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';

import { space } from '../../design/tokens.ts';
import { Message } from '../controls/Message.tsx';
import { isAway } from './request.ts';
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

/** Says that there is no connection. Once it is back, what could not be read is read again. */
export function OfflineBanner() {
  const isOnline = useIsOnline();
  const announce = useAnnounce();
  const queryClient = useQueryClient();
  const wasOnline = useRef(true);
  useEffect(() => {
    if (isOnline && !wasOnline.current) {
      announce('You are online again.');
      void queryClient.refetchQueries({ predicate: ({ state }) => isAway(state.error) });
    }
    wasOnline.current = isOnline;
  }, [isOnline, announce, queryClient]);
  return (
    <Place role="status" data-print="hide">
      {!isOnline && (
        <Banner tone="danger">
          You are offline. What you see may be old, and changes cannot be saved. What you typed
          stays here.
        </Banner>
      )}
    </Place>
  );
}

/** At hand wherever the page is scrolled to. */
const Place = styled.div`
  position: sticky;
  top: ${space.tiny};
  z-index: 10;
`;

const Banner = styled(Message)`
  max-width: none;
  margin-bottom: ${space.medium};
`;
