import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { Brand } from '../../design/Brand.tsx';
import { councilTable } from '../../design/geometry.ts';
import { Line, Rings } from '../../design/line-art.tsx';
import { color, media, space } from '../../design/tokens.ts';

/**
 * The layout of pages without the navigation, such as the sign-in page. On wide screens, a drawing
 * of the council table is beside the content.
 */
export function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <Frame>
      <Picture data-tone="deep" aria-hidden="true">
        <svg viewBox="-4 -4 848 848">
          <Line d={councilTable.tableTop} />
          <Rings shapes={councilTable.rings} />
        </svg>
      </Picture>
      <Column>
        <header>
          <Brand name="Enquiries" as={Link} to="/" />
        </header>
        <main>{children}</main>
      </Column>
    </Frame>
  );
}

const Frame = styled.div`
  min-height: 100dvh;

  ${media.wide} {
    display: grid;
    grid-template-columns: minmax(0, 5fr) minmax(32rem, 6fr);
  }
`;

const Picture = styled.div`
  display: none;

  ${media.wide} {
    position: sticky;
    top: 0;
    display: block;
    height: 100dvh;
    overflow: hidden;
  }
  svg {
    position: absolute;
    bottom: -14%;
    left: -22%;
    width: max(112%, 100dvh);
    max-width: none;
  }
`;

const Column = styled.div`
  display: grid;
  grid-template-rows: auto 1fr;
  gap: clamp(2.5rem, 9vh, 6rem);
  width: min(100% - 2 * ${space.gutter}, 32rem);
  padding-block: ${space.medium} ${space.huge};
  margin-inline: auto;
  color: ${color.ink};

  > main {
    display: grid;
    align-content: start;
    justify-items: start;
    gap: ${space.large};
  }
  main > header {
    width: 100%;
  }
`;
