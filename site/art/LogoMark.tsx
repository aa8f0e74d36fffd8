import { styled } from 'styled-components';
import { color } from '../design/theme.ts';
import { mark } from './mark.ts';

export function LogoMark() {
  return (
    <Svg viewBox="0 0 32 32" aria-hidden="true" strokeWidth={mark.strokeWidth}>
      <path d={[mark.table, ...mark.chairs].join('')} />
      <Chair d={mark.chair} />
    </Svg>
  );
}

const Svg = styled.svg`
  flex: none;
  width: 2.5rem;
  height: 2.5rem;
  fill: none;
  stroke: ${color.teal};
  stroke-linecap: round;
`;

const Chair = styled.path`
  stroke: ${color.brass};
`;
