import { styled } from 'styled-components';
import { MissingSeat } from '../art/MissingSeat.tsx';
import { notFoundMeta } from '../content/meta.ts';
import { notFound } from '../content/not-found.ts';
import { Lead, Shell } from '../design/layout.tsx';
import { color, font, media, size, space } from '../design/theme.ts';
import { PageFrame } from './PageFrame.tsx';

export function NotFoundPage() {
  return (
    <PageFrame meta={notFoundMeta}>
      <Wrapper>
        <Words>
          <Title>{notFound.title}</Title>
          <Lead>{notFound.body}</Lead>
          <p>{notFound.help}</p>
          <Ways role="list">
            {notFound.ways.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </Ways>
        </Words>
        <MissingSeat />
      </Wrapper>
    </PageFrame>
  );
}

const Wrapper = styled(Shell)`
  display: grid;
  gap: 3rem clamp(3rem, 6vw, 6rem);
  align-items: center;
  padding-block: ${space.huge};

  > svg {
    width: min(100%, 30rem);
  }
  ${media.wide} {
    grid-template-columns: 7fr 5fr;
  }
`;

const Words = styled.div`
  display: grid;
  gap: 1.5rem;
`;

const Title = styled.h1`
  font-size: ${size.title};
  line-height: 1.04;
  letter-spacing: -0.022em;
`;

const Ways = styled.ul`
  max-width: 30rem;
  border-bottom: 1px solid ${color.line};

  a {
    display: block;
    padding-block: 0.75rem;
    border-top: 1px solid ${color.line};
    font: 400 ${size.item} / 1.3 ${font.display};
    text-decoration-color: transparent;
  }
`;
