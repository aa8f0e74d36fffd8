import type { ReactNode } from 'react';
import { styled } from 'styled-components';

import { color, media, size, space } from '../../design/tokens.ts';

/** A list of rows separated by hairlines, each with its actions. */
export const Rows = styled.ul.attrs({ role: 'list' })`
  width: 100%;
  border-top: 1px solid ${color.line};

  > li {
    display: grid;
    gap: ${space.small} ${space.large};
    padding-block: ${space.base};
    border-bottom: 1px solid ${color.line};

    ${media.medium} {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
    }
  }
`;

export const RowTitle = styled.p`
  font-weight: 600;
  overflow-wrap: anywhere;
`;

export const RowNote = styled.p`
  font-size: ${size.small};
  color: ${color.muted};
`;

/** A label and its value, in a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export const SideBySide = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.tiny};
`;
