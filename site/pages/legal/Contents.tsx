import { styled } from 'styled-components';

import { Overline } from '#design/layout.ts';
import { barHeight, color, media } from '#design/tokens.ts';
import { legalWords, type Section } from '../../content/legal-document.ts';

const titleId = 'contents-title';

export function BackToContents() {
  return (
    <Back data-print="hide">
      <a href={`#${titleId}`}>{legalWords.backToContents}</a>
    </Back>
  );
}

// As wide as the text, because a narrower bar could cover half a line.
const Back = styled.p`
  position: sticky;
  bottom: 0;
  margin-top: 2rem;
  border-top: 1px solid ${color.line};
  background: ${color.paper};
  text-align: right;

  a {
    display: inline-block;
    padding-block: 0.625rem;
  }

  ${media.wide} {
    display: none;
  }
`;

export function Contents({ entries }: { entries: Pick<Section, 'id' | 'marker' | 'title'>[] }) {
  return (
    <Wrapper aria-labelledby={titleId} data-contents="" data-print="hide">
      <Title as="h2" id={titleId}>
        {legalWords.contents}
      </Title>
      <List role="list">
        {entries.map(({ id, marker, title }) => (
          <li key={id}>
            <Link href={`#${id}`} data-nav-link="">
              <Marker>{marker}</Marker>
              <span>{title}</span>
            </Link>
          </li>
        ))}
      </List>
    </Wrapper>
  );
}

const Title = styled(Overline)`
  scroll-margin-top: calc(${barHeight} + 1.5rem);
`;

const Wrapper = styled.nav`
  ${media.wide} {
    position: sticky;
    top: 6.5rem;
    align-self: start;
    max-height: calc(100vh - 8rem);
    padding-right: 0.5rem;
    overflow-y: auto;
  }
`;

const List = styled.ol`
  margin-top: 0.75rem;
  border-bottom: 1px solid ${color.line};

  li {
    border-top: 1px solid ${color.line};
    break-inside: avoid;
  }
  ${media.medium} {
    columns: 2;
    column-gap: 2.5rem;
  }
  ${media.wide} {
    columns: 1;
  }
`;

const Link = styled.a`
  display: grid;
  grid-template-columns: 2rem 1fr;
  padding-block: 0.4375rem;
  color: ${color.ink};
  font-size: 0.9375rem;
  line-height: 1.4;
  text-decoration-color: transparent;

  &[aria-current] > :last-child {
    color: ${color.primary};
    text-decoration: 2px underline ${color.accent};
  }
`;

const Marker = styled.span`
  color: ${color.accent};
`;
