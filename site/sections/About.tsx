import { styled } from 'styled-components';

import { Band, grid, ItemTitle, SectionTitle, Shell, span } from '#design/layout.ts';
import { color, font, media, size } from '#design/tokens.ts';
import { about } from '../content/content.ts';
import { Questions } from './Questions.tsx';

export function About() {
  const [opening, ...paragraphs] = about.paragraphs;
  const { first90Days } = about;
  return (
    <Band id="about" data-tone="deep">
      <Inner>
        <SectionTitle>{about.title}</SectionTitle>
        <Story>
          <Opening>{opening}</Opening>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Story>
        <StatList>
          {about.stats.map(({ figure, label }) => (
            <Stat key={label}>
              <dt>{label}</dt>
              <Figure>{figure}</Figure>
            </Stat>
          ))}
        </StatList>
        <PromiseColumns>
          <PromiseTitle>{about.promise.title}</PromiseTitle>
          <Quote>
            <p>“{about.promise.quote}”</p>
          </Quote>
        </PromiseColumns>
        {first90Days && (
          <PromiseColumns>
            <PromiseTitle>{first90Days.title}</PromiseTitle>
            <Steps role="list">
              {first90Days.steps.map(({ time, text }) => (
                <li key={time}>
                  <Time>{time}</Time>
                  <p>{text}</p>
                </li>
              ))}
            </Steps>
          </PromiseColumns>
        )}
        <Questions />
      </Inner>
    </Band>
  );
}

const Inner = styled(Shell)`
  display: grid;
  gap: clamp(2.5rem, 6vw, 6rem);

  > h2 {
    max-width: 14em;
  }
  /* In a grid, Firefox would leave the title at the foot of a sheet. */
  ${media.print} {
    display: block;

    > * + * {
      margin-top: 2rem;
    }
  }
`;

const Story = styled.div`
  ${grid('1.5rem', { wide: 2 })}
  color: ${color.muted};

  ${media.wide} {
    > :first-child {
      grid-row: span 2;
    }
  }
`;

const Opening = styled.p`
  color: ${color.ink};
  font-size: ${size.lead};
  line-height: 1.5;
`;

const StatList = styled.dl`
  ${grid('1.75rem', { medium: 3 })}
`;

const Stat = styled.div`
  break-inside: avoid;
  display: flex;
  flex-direction: column-reverse;
  justify-content: flex-end;
  padding-top: 1rem;
  border-top: 1px solid ${color.accent};
  font-size: ${size.lead};
`;

const Figure = styled.dd`
  color: ${color.accent};
  font: 400 ${size.numeral} / 0.95 ${font.display};
  letter-spacing: -0.035em;

  ${media.print} {
    font-size: 2.75rem;
  }
`;

const PromiseColumns = styled.div`
  ${grid('1.25rem', { wide: 3 })}
  break-inside: avoid;
`;

const PromiseTitle = styled(ItemTitle)`
  padding-top: 0.5rem;
  color: ${color.accent};
`;

const Quote = styled.blockquote`
  ${span(2)}
  font: 400 clamp(1.625rem, 1.2rem + 2vw, 2.875rem) / 1.22 ${font.display};
  letter-spacing: -0.014em;
  text-indent: -0.42em;
  break-inside: avoid;
  text-wrap: pretty;

  /* Printers cut off what hangs into the margin. */
  ${media.print} {
    font-size: 1.5rem;
    text-indent: 0;
  }
`;

const Steps = styled.ol`
  ${grid('2rem', { medium: 2 })}
  ${span(2)}
  color: ${color.muted};

  ${media.print} {
    row-gap: 1rem;
  }

  li {
    break-inside: avoid;
    padding-top: 0.75rem;
    border-top: 1px solid ${color.accent};
  }
`;

const Time = styled.h4`
  margin-bottom: 0.375rem;
  color: ${color.ink};
  font-size: ${size.item};
  line-height: 1.25;
`;
