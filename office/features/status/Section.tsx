import { styled } from 'styled-components';

import { space } from '../../../design/tokens.ts';
import { Panel } from '../../controls/Panel.tsx';

/** A part of the status page: as wide as the page. */
export const Section = styled(Panel)`
  grid-template-columns: minmax(0, 1fr);
  max-width: none;
  gap: ${space.medium};

  > [role='status'] {
    display: grid;
    gap: ${space.small};
    width: 100%;
    max-width: 44rem;
  }
`;
