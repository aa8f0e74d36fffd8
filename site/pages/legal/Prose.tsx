import { styled } from 'styled-components';
import type { Paragraph } from '../../content/legal-document.ts';
import { color } from '../../design/theme.ts';
import { LinkedText } from './LinkedText.tsx';

export function Prose({ paragraphs }: { paragraphs: Paragraph[] }) {
  return (
    <Wrapper>
      {paragraphs.map(({ text, items }) => (
        <div key={text}>
          <p>
            <LinkedText>{text}</LinkedText>
          </p>
          {items.length > 0 && (
            <List>
              {items.map((item) => (
                <li key={item}>
                  <LinkedText>{item}</LinkedText>
                </li>
              ))}
            </List>
          )}
        </div>
      ))}
    </Wrapper>
  );
}

const Wrapper = styled.div`
  display: grid;
  gap: 0.875rem;
  /* Addresses are the longest words here. */
  overflow-wrap: anywhere;
`;

const List = styled.ul`
  margin-top: 0.5rem;
  padding-left: 1.5rem;

  li {
    padding-block: 0.1875rem;
  }
  li::marker {
    content: '–\\2002';
    color: ${color.brass};
  }
`;
