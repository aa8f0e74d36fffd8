import { Fragment } from 'react';
import { styled } from 'styled-components';

import { ButtonLink } from '#design/controls.ts';
import { Lead, Shell } from '#design/layout.ts';
import { CouncilTable } from '#design/line-art.tsx';
import { barHeight, media, size, space } from '#design/tokens.ts';
import { company, home } from '../content/content.ts';

export function Hero() {
  const { hero } = home;
  return (
    <Wrapper id="home">
      <Shell>
        <Words>
          <Headline>{hero.headline.split(' ').map(keepTogether)}</Headline>
          <Lead>{hero.paragraph}</Lead>
          <Buttons data-print="hide">
            <ButtonLink href={`#${hero.services.section}`}>{hero.services.label}</ButtonLink>
            <ButtonLink href={`#${hero.contact.section}`} $quiet>
              {hero.contact.label}
            </ButtonLink>
          </Buttons>
        </Words>
      </Shell>
      <Drawing>
        <CouncilTable caption={hero.established} year={company.founded} />
      </Drawing>
    </Wrapper>
  );
}

/** Keeps compounds such as Membership-Based on one line, except on narrow screens. */
function keepTogether(word: string, index: number) {
  return (
    <Fragment key={word}>
      {index > 0 && ' '}
      {word.includes('-') ? <Compound>{word}</Compound> : word}
    </Fragment>
  );
}

const Wrapper = styled.section`
  position: relative;
  overflow: clip;
  padding-top: min(clamp(2.75rem, 6vw, 5rem), 5vh);

  ${media.wide} {
    display: flex;
    align-items: center;
    min-height: min(calc(100vh - ${barHeight}), 58rem);
    padding-block: min(4rem, 6vh);
  }
  ${media.print} {
    padding-top: 0;
  }
`;

const Words = styled.div`
  position: relative;
  z-index: 1;
  display: grid;
  gap: min(clamp(1.5rem, 2.6vw, 2.25rem), 3.5vh);

  ${media.wide} {
    width: 62%;
  }
  ${media.print} {
    width: 72%;
  }
`;

/** The font size also depends on the window's height, so that the first view shows the buttons. */
const Headline = styled.h1`
  font-size: min(${size.headline}, max(2.5rem, 9.4vh));
  line-height: 1.01;
  letter-spacing: -0.026em;

  ${media.print} {
    font-size: 2.5rem;
  }
`;

const Compound = styled.span`
  ${media.medium} {
    white-space: nowrap;
  }
`;

const Buttons = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.base};
  margin-top: ${space.tiny};

  @media (max-width: 30em) {
    > a {
      flex: 1 1 100%;
    }
  }
`;

const Drawing = styled.div`
  ${media.belowWide} {
    width: min(40rem, 110%);
    height: min(26rem, 72vw);
    margin: ${space.large} -8% 0 auto;
    overflow: clip;
  }
  ${media.wide} {
    position: absolute;
    top: 50%;
    left: calc(50% + (min(100% - 2 * ${space.gutter}, 80rem) + 7 * ${space.column}) / 12);
    /* On a low screen, the drawing is smaller, so that the bar does not cut off its rings. */
    width: clamp(24rem, 50vw, min(52rem, 100vh - ${barHeight} - 3rem));
    transform: translateY(-50%);
  }
  ${media.print} {
    position: absolute;
    inset: 0 0 auto auto;
    width: 25%;
    height: auto;
    margin: 0;
    transform: none;
  }
`;
