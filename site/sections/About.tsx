import { styled } from 'styled-components';

import { Band, grid, ItemTitle, SectionTitle, Shell, span } from '../../design/layout.ts';
import { color, font, media, size } from '../../design/tokens.ts';
import { aboutFor } from '../../firm/content/about.ts';
import { company } from '../content/company.ts';

const about = aboutFor(company);

export function About() {
  const [opening, ...rest] = about.paragraphs;
  const { first90Days } = about;
  return (
    <Band id="about" data-tone="deep">
      <Inner>
        <SectionTitle>{about.title}</SectionTitle>
        <Story>
          <Opening>{opening}</Opening>
          {rest.map((paragraph) => (
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
          <PromiseColumns data-print="hide">
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
  border-top: 1px solid ${color.brass};
  font-size: ${size.lead};
`;

const Figure = styled.dd`
  color: ${color.brass};
  font: 400 ${size.numeral} / 0.95 ${font.display};
  letter-spacing: -0.035em;
`;

const PromiseColumns = styled.div`
  ${grid('1.25rem', { wide: 3 })}
  break-inside: avoid;
`;

const PromiseTitle = styled(ItemTitle)`
  padding-top: 0.5rem;
  color: ${color.brass};
`;

const Quote = styled.blockquote`
  ${span(2)}
  font: 400 clamp(1.625rem, 1.2rem + 2vw, 2.875rem) / 1.22 ${font.display};
  letter-spacing: -0.014em;
  text-indent: -0.42em;
  break-inside: avoid;
  text-wrap: pretty;
`;

const Steps = styled.ol`
  ${grid('2rem', { medium: 2 })}
  ${span(2)}
  color: ${color.muted};

  li {
    break-inside: avoid;
    padding-top: 0.75rem;
    border-top: 1px solid ${color.brass};
  }
`;

const Time = styled.h4`
  margin-bottom: 0.375rem;
  color: ${color.ink};
  font-size: ${size.item};
  line-height: 1.25;
`;
