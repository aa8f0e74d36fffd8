import { styled } from 'styled-components';
import type { Clause } from '../../content/legal-document.ts';
import { color, media, scrollOffset } from '../../design/theme.ts';
import { LetteredItems } from './LetteredItems.tsx';
import { LinkedText } from './LinkedText.tsx';

/** Numbered paragraphs, each with an anchor so that it can be cited. */
export function Clauses({ clauses }: { clauses: Clause[] }) {
  return clauses.map(({ number, text, items }) => (
    <Wrapper key={number} id={number.toLowerCase().replace('.', '-')}>
      <Number>{number}</Number>
      <div>
        <p>
          <LinkedText>{text}</LinkedText>
        </p>
        <LetteredItems items={items} />
      </div>
    </Wrapper>
  ));
}

const Wrapper = styled.div`
  display: grid;
  grid-template-columns: 3rem 1fr;
  scroll-margin-top: calc(${scrollOffset} + 1.5rem);

  & + & {
    margin-top: 0.875rem;
  }
  &:target {
    box-shadow:
      -0.75rem 0 0 ${color.paper},
      -0.875rem 0 0 ${color.brass};
  }
  ${media.medium} {
    grid-template-columns: 3.5rem 1fr;
  }
`;

const Number = styled.span`
  color: ${color.muted};
  font-feature-settings: 'tnum';
`;
