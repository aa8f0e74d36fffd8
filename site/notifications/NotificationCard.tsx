import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';

import { color, media, motion, space } from '../design/theme.ts';
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
    <Card $destructive={destructive} {...swipe}>
      {children}
      <Close type="button" aria-label="Close notification" onClick={onDismiss}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M2 2l12 12M14 2L2 14" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </Close>
    </Card>
  );
}

const arrive = keyframes`
  from {
    opacity: 0;
    translate: 0 0.5rem;
  }
`;

const Card = styled.div<{ $destructive: boolean }>`
  display: flex;
  gap: ${space.base};
  align-items: flex-start;
  justify-content: space-between;
  padding: ${space.small} ${space.small} ${space.base} ${space.medium};
  border: 1px solid ${color.line};
  border-left: 4px solid ${({ $destructive }) => ($destructive ? color.danger : color.teal)};
  border-radius: 2px;
  background: ${color.card};
  color: ${({ $destructive }) => ($destructive ? color.danger : color.ink)};
  box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 18%);
  touch-action: pan-y;
  animation: ${arrive} ${motion.quick};

  ${media.still} {
    animation: none;
  }
`;

const Close = styled.button`
  display: grid;
  flex: none;
  place-items: center;
  width: 2.75rem;
  height: 2.75rem;
  border: 0;
  background: none;
  color: ${color.muted};
  cursor: pointer;

  &:hover {
    color: ${color.ink};
  }
`;
