import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';

import { space } from '../../design/tokens.ts';
import { Message } from '../controls/Message.tsx';
import { isDown } from './request.ts';
import { announce } from './announce.tsx';

/** Whether this browser is online. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}

/** Shows that there is no connection, and retries failed requests when the connection is back. */
export function OfflineBanner() {
  const isOnline = useIsOnline();
  const queryClient = useQueryClient();
  const wasOnline = useRef(true);
  useEffect(() => {
    if (isOnline && !wasOnline.current) {
      announce('You are back online.');
      void queryClient.refetchQueries({ predicate: ({ state }) => isDown(state.error) });
    }
    wasOnline.current = isOnline;
  }, [isOnline, queryClient]);
  return (
    <Place role="status" data-print="hide">
      {!isOnline && (
        <Banner tone="danger">
          You are offline. This page may be out of date, and changes cannot be saved. Your text is
          kept on this page.
        </Banner>
      )}
    </Place>
  );
}

const Place = styled.div`
  position: sticky;
  top: ${space.tiny};
  z-index: 10;
`;

const Banner = styled(Message)`
  max-width: none;
  margin-bottom: ${space.medium};
`;
