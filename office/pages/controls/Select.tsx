import { styled } from 'styled-components';

import { color } from '../../../design/tokens.ts';

export const Select = styled.select`
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid ${color.control};
  border-radius: 2px;
  background: ${color.paper};
  color: ${color.ink};
  font: inherit;
  font-size: 0.9375rem;
`;
