import type { ElementType } from 'react';
import { styled } from 'styled-components';

import { viewBox } from '#firm/logo.ts';
import { drawMark } from './mark.ts';
import { lineLength } from './line-length.ts';
import { color, font, media } from './tokens.ts';

const drawn = { __html: drawMark(color) };

interface BrandProps {
  name: string;
  href?: string;
  /** The router's link component, if there is a router. `to` is then the target of the link. */
  as?: ElementType;
  to?: string;
}

/** The logo with a name. Long names get smaller type, so that they fit on two lines. */
export function Brand({ name, ...link }: BrandProps) {
  return (
    <Wrapper {...link} $length={lineLength(name)}>
      <Logo viewBox={viewBox} aria-hidden="true" dangerouslySetInnerHTML={drawn} />
      {name}
    </Wrapper>
  );
}

/** The approximate width of a letter, in ems. */
const LETTER = 0.56;

const Wrapper = styled.a<{ $length: number }>`
  display: inline-flex;
  align-items: center;
  gap: min(0.75rem, 3vw);
  color: ${color.ink};
  font: 400 min(1.3125rem, 6.5vw) / 1.1 ${font.display};
  font-size: min(1.3125rem, 6.5vw, ${({ $length }) => sizeFor($length, '9.25rem')});
  letter-spacing: -0.01em;
  text-decoration: none;
  text-wrap: balance;

  ${media.wide} {
    font-size: min(1.3125rem, ${({ $length }) => sizeFor($length, '42rem')});
  }
  /* On a phone, a long name needs the space of the logo. */
  @media (max-width: 30em) {
    > svg {
      display: ${({ $length }) => $length > 24 && 'none'};
    }
  }
`;

/** The font size at which a line fits beside elements of the width `beside`. */
function sizeFor(letters: number, beside: string): string {
  return `max(min(0.75rem, 3.75vw), (100vw - ${beside}) / ${(letters * LETTER).toFixed(1)})`;
}

const Logo = styled.svg`
  flex: none;
  width: min(2.5rem, 12vw);
  height: min(2.5rem, 12vw);
`;
