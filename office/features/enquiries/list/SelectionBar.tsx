import type { ReactNode } from 'react';
import { styled } from 'styled-components';

import { color, space } from '../../../../design/tokens.ts';
import { TextButton } from '../../../controls/Button.tsx';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  /** The actions for them. */
  children: ReactNode;
}

/** A bar at the bottom of the screen while any row is selected. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  return (
    <Bar role="region" aria-label="Selected enquiries" data-print="hide">
      <p>
        {count} selected <TextButton onClick={onClear}>Clear</TextButton>
      </p>
      <div>{children}</div>
    </Bar>
  );
}

const Bar = styled.div`
  position: sticky;
  bottom: 0;
  z-index: 5;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space.tiny} ${space.medium};
  padding: ${space.small} ${space.base};
  border: 1px solid ${color.line};
  border-top: 3px solid ${color.brass};
  background: ${color.vellum};

  > p {
    font-weight: 600;
    font-size: 0.9375rem;
  }
  > p button {
    margin-left: ${space.tiny};
    font-weight: 400;
  }
  > div {
    display: flex;
    flex-wrap: wrap;
    gap: ${space.tiny};
  }
`;
