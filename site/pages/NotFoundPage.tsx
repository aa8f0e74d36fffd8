import { styled } from 'styled-components';

import { Lead, Shell } from '../../design/layout.ts';
import { color, font, media, size, space } from '../../design/tokens.ts';
import { pointOn, SEAT, tableTop } from '../../design/geometry.ts';
import { Ring, TableTop } from '../../design/line-art.tsx';
import { notFound } from '../content/not-found.ts';
import { PageFrame } from './PageFrame.tsx';

export function NotFoundPage() {
  return (
    <PageFrame page="not-found">
      <Wrapper>
        <Words>
          <Title>{notFound.title}</Title>
          <Lead>{notFound.body}</Lead>
          <p>{notFound.help}</p>
          <Ways role="list">
            {notFound.ways.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </Ways>
        </Words>
        <MissingSeat />
      </Wrapper>
    </PageFrame>
  );
}

const Wrapper = styled(Shell)`
  display: grid;
  gap: 3rem clamp(3rem, 6vw, 6rem);
  align-items: center;
  padding-block: ${space.huge};

  > svg {
    width: min(100%, 30rem);
  }
  ${media.wide} {
    grid-template-columns: 7fr 5fr;
  }
`;

const Words = styled.div`
  display: grid;
  gap: 1.5rem;
`;

const Title = styled.h1`
  font-size: ${size.title};
  line-height: 1.04;
  letter-spacing: -0.022em;
`;

const Ways = styled.ul`
  max-width: 30rem;
  border-bottom: 1px solid ${color.line};

  a {
    display: block;
    padding-block: 0.75rem;
    border-top: 1px solid ${color.line};
    font: 400 ${size.item} / 1.3 ${font.display};
    text-decoration-color: transparent;
  }
`;

const centre = { x: 240, y: 240 };
const outer = 210;
const rings = [
  { radius: 130, opening: 0 },
  { radius: 170, opening: 0 },
  { radius: outer, opening: 15 },
];
/** Where the visitor's place would be, in degrees. */
const gap = 52;
const place = pointOn(centre, outer + SEAT.distance, gap);

/** A council table with one place at which there is no seat: decoration only. */
function MissingSeat() {
  return (
    <svg viewBox="0 0 480 480" aria-hidden="true">
      <TableTop d={tableTop(centre, 92)} />
      {rings.map(({ radius, opening }) => (
        <Ring
          key={radius}
          centre={centre}
          radius={radius}
          from={opening && gap + opening / 2}
          sweep={360 - opening}
          spacing={34}
        />
      ))}
      <Place
        d={`M${-SEAT.length / 2} 0h${SEAT.length}`}
        transform={`translate(${place.x} ${place.y}) rotate(${gap})`}
      />
    </svg>
  );
}

const Place = styled.path`
  stroke: ${color.brass};
  stroke-width: ${SEAT.width};
  stroke-linecap: round;
`;
