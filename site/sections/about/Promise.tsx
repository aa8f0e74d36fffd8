import { styled } from 'styled-components';
import { about } from '../../content/home/about.ts';
import { Overline } from '../../design/layout.tsx';
import { color, font, media } from '../../design/theme.ts';

export function OurPromise() {
  return (
    <Wrapper>
      <Title>{about.promise.title}</Title>
      <Quote>
        <p>“{about.promise.quote}”</p>
      </Quote>
    </Wrapper>
  );
}

const Wrapper = styled.div`
  display: grid;
  gap: 1.25rem 4rem;

  ${media.wide} {
    grid-template-columns: 3fr 9fr;
  }
`;

const Title = styled(Overline)`
  padding-top: 0.75rem;
  color: ${color.brass};
  font-size: 1.0625rem;
`;

const Quote = styled.blockquote`
  font: 400 clamp(1.625rem, 1.2rem + 2vw, 2.875rem) / 1.22 ${font.display};
  letter-spacing: -0.014em;
  text-indent: -0.42em;
  text-wrap: pretty;
`;
