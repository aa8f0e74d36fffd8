import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { Brand } from '#design/Brand.tsx';
import { councilTable } from '#design/geometry.ts';
import { Line, Rings } from '#design/line-art.tsx';
import { media, space } from '#design/tokens.ts';

/** The layout of pages without the navigation, such as the sign-in page. */
export function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <Frame>
      <Picture
        data-tone="deep"
        aria-hidden="true"
        viewBox="132 -123 616 848"
        preserveAspectRatio="xMinYMax slice"
      >
        <Line d={councilTable.tableTop} />
        <Rings shapes={councilTable.rings} />
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

const Picture = styled.svg`
  display: none;
  width: 100%;
  height: 100%;

  ${media.wide} {
    display: block;
  }
`;

const Column = styled.div`
  display: grid;
  grid-template-rows: auto 1fr;
  gap: clamp(2.5rem, 9vh, 6rem);
  width: min(100% - 2 * ${space.gutter}, 32rem);
  padding-block: ${space.medium} ${space.huge};
  margin-inline: auto;

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
