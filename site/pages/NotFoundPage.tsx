import { styled } from 'styled-components';

import { grid, Lead, Shell } from '#design/layout.ts';
import { color, font, size, space } from '#design/tokens.ts';
import { chairAt, SEAT, tableTop } from '#design/geometry.ts';
import { Chair, Line, Rings } from '#design/line-art.tsx';
import { PageFrame } from './PageFrame.tsx';

export const notFound = {
  title: '404 Page Not Found',
  body: 'Did you forget to add the page to the router?',
  help: 'If you followed a link to get here, the page may have moved. You can continue from here:',
  ways: [
    { label: 'Home', href: '/' },
    { label: 'Services', href: '/#services' },
    { label: 'Contact', href: '/#contact' },
    { label: 'Terms & Conditions', href: '/terms' },
    { label: 'POPI & PAIA Acts', href: '/paia' },
  ],
};

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
  ${grid('3rem', { wide: 2 })}
  align-items: center;
  padding-block: ${space.huge};

  > svg {
    width: min(100%, 30rem);
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
/** The position of the missing seat, in degrees. */
const gap = 52;
const rings = [
  { centre, radius: 130, from: 0, sweep: 360, spacing: 34 },
  { centre, radius: 170, from: 0, sweep: 360, spacing: 34 },
  { centre, radius: 210, from: gap + 7.5, sweep: 345, spacing: 34 },
];

function MissingSeat() {
  return (
    <svg viewBox="0 0 480 480" aria-hidden="true">
      <Line d={tableTop(centre, 92)} />
      <Rings shapes={rings} />
      <Chair d={chairAt(centre, 210 + SEAT.distance, gap)} />
    </svg>
  );
}
