import type { ReactNode } from 'react';
import { createGlobalStyle, styled } from 'styled-components';

import { pageWords } from '#contract/page-words.ts';
import { GlobalStyle } from '#design/GlobalStyle.ts';
import { SkipLink } from '#design/layout.ts';
import { barHeight, media } from '#design/tokens.ts';
import { fontFaces } from '#design/typefaces.ts';
import { company } from '../content/content.ts';
import { NotificationRegion, notificationsHost } from '../notifications/NotificationRegion.tsx';
import type { PageName } from '../page-list.ts';
import { Footer } from '../sections/Footer.tsx';
import { Navigation } from '../sections/Navigation.tsx';
import { PageHead } from './PageHead.tsx';

const mainId = 'content';

export function PageFrame({ page, children }: { page: PageName; children: ReactNode }) {
  return (
    <>
      <FontStyle />
      <GlobalStyle />
      <RunningHead />
      <PageHead page={page} />
      <SkipLink href={`#${mainId}`} data-print="hide">
        {pageWords.navigation.skipToContent}
      </SkipLink>
      <Navigation page={page} />
      <Main id={mainId} tabIndex={-1}>
        {children}
      </Main>
      <Footer />
      <div {...notificationsHost}>
        <NotificationRegion />
      </div>
    </>
  );
}

const FontStyle = createGlobalStyle`${fontFaces}`;

const RunningHead = createGlobalStyle`
  @page {
    @top-left {
      content: ${JSON.stringify(company.name)};
      font: 8pt sans-serif;
    }
  }
`;

const Main = styled.main`
  padding-top: ${barHeight};
  /* With a large font setting, an address or a long word can be wider than a phone. */
  overflow-wrap: anywhere;

  @media (scripting: none) {
    ${media.belowWide} {
      padding-top: 0;
    }
  }
  ${media.print} {
    padding-top: 0;
  }
`;
