import type { ReactNode } from 'react';
import { styled } from 'styled-components';

import { arcPath } from '../../../../design/geometry.ts';
import { drawn } from '../../../../design/line-art.tsx';
import { color, font, space } from '../../../../design/tokens.ts';
import { Button } from '../../../controls/Button.tsx';
import { Message } from '../../../controls/Message.tsx';
import { SideBySide } from '../../../controls/Rows.tsx';
import { useIsLive } from '../../../shell/live.tsx';
import { isDown, wordsOf } from '../../../shell/request.ts';
import { useIsOnline } from '../../../shell/OfflineBanner.tsx';

/** Says why the page may be out of date or cannot be loaded, with a button to load it again. */
export function ListWarning({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const isLive = useIsLive();
  const isOnline = useIsOnline();
  const warning = isLive ? undefined : 'Live updates are paused, so this page may be out of date.';
  const failure = isDown(error)
    ? 'Enquiries cannot be loaded at the moment. New ones are safe and will appear here automatically.'
    : error && wordsOf(error);
  // The banner above the page already reports a lost connection.
  const words = isOnline && (failure ?? warning);
  return (
    <Warning data-print="hide">
      <div role="status">
        {words && <Message tone={failure ? 'danger' : 'plain'}>{words}</Message>}
      </div>
      {words && (
        <Button $quiet $small onClick={onRetry}>
          {failure ? 'Try again' : 'Refresh'}
        </Button>
      )}
    </Warning>
  );
}

const arcs = [26, 40, 54].map((radius) => arcPath({ x: 60, y: 62 }, radius, -90, 180)).join('');

export function EmptyList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Empty>
      <svg viewBox="0 0 120 66" aria-hidden="true">
        <path d={arcs} />
      </svg>
      <p>{title}</p>
      <div>{children}</div>
    </Empty>
  );
}

export const LoadingList = styled.p.attrs({ 'aria-busy': true })`
  padding-block: ${space.large};
  color: ${color.muted};
`;

const Warning = styled(SideBySide)`
  gap: ${space.small} ${space.medium};

  > * {
    margin-top: ${space.medium};
  }
  > :empty {
    margin: 0;
  }
`;

const Empty = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space.base};
  max-width: 32rem;
  margin: ${space.huge} auto;
  text-align: center;
  color: ${color.muted};

  > svg {
    width: 7.5rem;
    ${drawn(color.accent, 1.25)}
  }
  > div > div {
    justify-content: center;
    gap: ${space.base};
  }
  > p:first-of-type {
    color: ${color.ink};
    font: 400 1.625rem/1.25 ${font.display};
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
`;
