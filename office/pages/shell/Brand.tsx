import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { mark } from '../../../design/mark.ts';
import { color, font } from '../../../design/tokens.ts';

/** The logo and the name of this place. */
export function Brand() {
  return (
    <Wrapper to="/">
      <Logo viewBox="0 0 32 32" aria-hidden="true" strokeWidth={mark.strokeWidth}>
        <path d={[mark.table, ...mark.chairs].join('')} />
        <Chair d={mark.chair} />
      </Logo>
      The office
    </Wrapper>
  );
}

const Wrapper = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: 0.75rem;
  color: ${color.ink};
  font: 500 1.3125rem/1.1 ${font.display};
  letter-spacing: -0.01em;
  text-decoration: none;
`;

const Logo = styled.svg`
  flex: none;
  width: 2.25rem;
  height: 2.25rem;
  fill: none;
  stroke: ${color.teal};
  stroke-linecap: round;
`;

const Chair = styled.path`
  stroke: ${color.brass};
`;
