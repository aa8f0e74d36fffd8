import { styled } from 'styled-components';
import { arcLength } from './geometry.ts';
import { Ring } from './Ring.tsx';

const centre = { x: 400, y: 0 };

/** Half a council table that hangs from the top of a page: decoration only. */
export function CornerRings() {
  return (
    <Svg viewBox="0 0 800 400" aria-hidden="true">
      {[150, 200, 250, 300, 350].map((radius, index) => (
        <Ring
          key={radius}
          centre={centre}
          radius={radius}
          from={92}
          sweep={176}
          seats={Math.round(arcLength(radius, 176) / 40)}
          chair={7 + index}
        />
      ))}
    </Svg>
  );
}

const Svg = styled.svg`
  width: 100%;
`;
