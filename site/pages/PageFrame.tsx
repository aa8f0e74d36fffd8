import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { PageMeta } from '../content/meta.ts';
import { navigation } from '../content/navigation.ts';
import { GlobalStyle } from '../design/GlobalStyle.tsx';
import { barHeight, color, media } from '../design/theme.ts';
import { Footer } from '../sections/Footer.tsx';
import { Navigation } from '../sections/Navigation.tsx';
import { SharingHead } from './seo/SharingHead.tsx';

const mainId = 'content';

/** What every page has around its own content. */
export function PageFrame({ meta, children }: { meta: PageMeta; children: ReactNode }) {
  return (
    <>
      <GlobalStyle />
      <SharingHead meta={meta} />
      <SkipLink href={`#${mainId}`} data-print="hide">
        {navigation.skipToContent}
      </SkipLink>
      <Navigation path={meta.path} />
      <Main id={mainId} tabIndex={-1}>
        {children}
      </Main>
      <Footer />
    </>
  );
}

const SkipLink = styled.a`
  position: fixed;
  top: 0.75rem;
  left: 0.75rem;
  z-index: 20;
  padding: 0.75rem 1.25rem;
  background: ${color.teal};
  color: ${color.onTeal};
  font-weight: 600;

  &:not(:focus) {
    transform: translateY(-300%);
  }
`;

const Main = styled.main`
  padding-top: calc(${barHeight} + 1px);

  @media (scripting: none) {
    ${media.belowWide} {
      padding-top: 0;
    }
  }
  ${media.print} {
    padding-top: 0;
  }
`;
