import { styled } from 'styled-components';

import { ButtonLink } from '#design/controls.ts';
import { grid, Shell, span } from '#design/layout.ts';
import { drawn, MinuteBooks } from '#design/line-art.tsx';
import { color, media, size, space } from '#design/tokens.ts';
import { legalWords, listedSections, type LegalDocument } from '../../content/legal-document.ts';
import type { PageName } from '../../page-list.ts';
import { PageFrame } from '../PageFrame.tsx';
import { BackToContents, Contents } from './Contents.tsx';
import { DocumentSection, LinkedText } from './DocumentSection.tsx';

export function LegalPage({ page, document }: { page: PageName; document: LegalDocument }) {
  return (
    <PageFrame page={page}>
      <Header>
        <Shell>
          <Opening>
            <Title>{document.title}</Title>
            {document.introduction.map((text) => (
              <LinkedText key={text}>{text}</LinkedText>
            ))}
            <DownloadButton {...document.download} />
          </Opening>
        </Shell>
        <Drawing data-print="hide">
          <MinuteBooks />
        </Drawing>
      </Header>
      <Columns>
        <Contents entries={listedSections(document.sections)} />
        <Body>
          {document.sections.map((section) => (
            <DocumentSection key={section.id} section={section} />
          ))}
          <BackToContents />
          <LastUpdated>{document.lastUpdated}</LastUpdated>
        </Body>
      </Columns>
    </PageFrame>
  );
}

const Header = styled.header`
  position: relative;
  overflow: clip;
  padding-block: clamp(3rem, 6vw, 6rem) clamp(3rem, 5vw, 5rem);
  border-bottom: 1px solid ${color.line};
`;

const Opening = styled.div`
  display: grid;
  gap: 1.5rem;
  max-width: 46rem;

  > div {
    margin-top: 0.5rem;
  }
`;

const Title = styled.h1`
  margin-bottom: 0.25rem;
  font-size: ${size.title};
  line-height: 1.03;
  letter-spacing: -0.024em;
`;

const Drawing = styled.div`
  display: none;

  /* On a narrower screen, the drawing would not fit beside the text. */
  @media (min-width: 76em) {
    display: block;
    position: absolute;
    right: max(${space.gutter}, 50% - 40rem);
    bottom: 0;
    width: min(26rem, 100% - 49rem - 2 * ${space.gutter});
    line-height: 0;
  }
`;

const hintId = 'download-hint';

function DownloadButton({ label, href }: LegalDocument['download']) {
  return (
    <div data-print="hide">
      <ButtonLink href={href} target="_blank" rel="noopener" aria-describedby={hintId}>
        {label}
        <Icon viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 3v10M5.5 9l4.5 4.5L14.5 9M3 17h14" />
        </Icon>
      </ButtonLink>
      <span id={hintId} hidden>
        {legalWords.newTab}
      </span>
    </div>
  );
}

const Icon = styled.svg`
  width: 1.125rem;
  height: 1.125rem;
  ${drawn('currentColor', 1.75)}
`;

const Columns = styled(Shell)`
  ${grid('3rem', { wide: 3 })}
  padding-block: clamp(2.5rem, 5vw, 5rem) clamp(4rem, 8vw, 8rem);

  ${media.print} {
    display: block;
  }
`;

const Body = styled.div`
  ${span(2)}
  max-width: 46rem;
`;

const LastUpdated = styled.p`
  margin-top: clamp(3rem, 5vw, 5rem);
  padding-top: 1rem;
  border-top: 2px solid ${color.accent};
  color: ${color.muted};
  font-size: ${size.small};
`;
