import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';

import { VisuallyHidden } from '../../design/layout.ts';

const AnnounceContext = createContext<(words: string) => void>(() => undefined);

/** Announces a text politely to screen readers, by one live region for all pages. */
export function useAnnounce(): (words: string) => void {
  return useContext(AnnounceContext);
}

export function AnnounceProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState({ words: '', times: 0 });
  const announce = useCallback(
    (words: string) => setMessage(({ times }) => ({ words, times: times + 1 })),
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden role="status">
        {/* A new element, because screen readers do not announce unchanged text. */}
        <span key={message.times}>{message.words}</span>
      </VisuallyHidden>
    </AnnounceContext>
  );
}
