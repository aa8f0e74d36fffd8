import type { ElementType } from 'react';
import { styled } from 'styled-components';

import { viewBox } from '../firm/logo.ts';
import { drawMark } from './mark.ts';
import { color, font } from './tokens.ts';

const drawn = { __html: drawMark(color) };

interface BrandProps {
  name: string;
  href?: string;
  /** The router's link component and its target, if there is a router. */
  as?: ElementType;
  to?: string;
}

/** The logo with a name. */
export function Brand({ name, ...link }: BrandProps) {
  return (
    <Wrapper {...link}>
      <Logo viewBox={viewBox} aria-hidden="true" dangerouslySetInnerHTML={drawn} />
      {name}
    </Wrapper>
  );
}

const Wrapper = styled.a`
  display: inline-flex;
  align-items: center;
  gap: min(0.75rem, 3vw);
  color: ${color.ink};
  font: 400 min(1.3125rem, 6.5vw) / 1.1 ${font.display};
  letter-spacing: -0.01em;
  text-decoration: none;
`;

const Logo = styled.svg`
  flex: none;
  width: min(2.5rem, 12vw);
  height: min(2.5rem, 12vw);
`;
