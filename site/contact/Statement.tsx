import { styled } from 'styled-components';

import { color, space } from '../design/theme.ts';

/** A block that tells how the form stands, marked by a rule on its left. */
export const Statement = styled.div<{ $tone: 'danger' | 'success' }>`
  display: grid;
  gap: ${space.tiny};
  padding: ${space.base} ${space.medium};
  border-left: 3px solid ${({ $tone }) => ($tone === 'danger' ? color.danger : color.brass)};
  background: ${color.vellum};
  overflow-wrap: anywhere;
`;
