import { styled } from 'styled-components';
import { about } from '../content/home/about.ts';
import { SectionTitle, Shell } from '../design/layout.tsx';
import { color, media, size, space } from '../design/theme.ts';
import { OurPromise } from './about/Promise.tsx';
import { Stats } from './about/Stats.tsx';

export function About() {
  const [opening, ...rest] = about.paragraphs;
  return (
    <Wrapper id="about" data-tone="deep">
      <Inner>
        <SectionTitle>{about.title}</SectionTitle>
        <Story>
          <Opening>{opening}</Opening>
          {rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Story>
        <Stats />
        <OurPromise />
      </Inner>
    </Wrapper>
  );
}

const Wrapper = styled.section`
  padding-block: ${space.section};
`;

const Inner = styled(Shell)`
  display: grid;
  gap: clamp(2.5rem, 6vw, 6rem);

  > h2 {
    max-width: 14em;
  }
`;

const Story = styled.div`
  display: grid;
  gap: 1.5rem clamp(2rem, 4vw, 4rem);
  color: ${color.muted};

  ${media.wide} {
    grid-template-columns: 1fr 1fr;

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
