import { styled } from 'styled-components';
import { color } from '../../design/theme.ts';
import { LinkedText } from './LinkedText.tsx';

export function LetteredItems({ items }: { items: string[] }) {
  if (items.length === 0) return null;
  return (
    <List>
      {items.map((item) => (
        <li key={item}>
          <LinkedText>{item}</LinkedText>
        </li>
      ))}
    </List>
  );
}

const List = styled.ol`
  counter-reset: letter;
  margin-top: 0.5rem;
  list-style: none;

  li {
    counter-increment: letter;
    position: relative;
    padding: 0.1875rem 0 0.1875rem 2.25rem;
  }
  li::before {
    content: '(' counter(letter, lower-alpha) ')';
    position: absolute;
    left: 0;
    color: ${color.muted};
  }
`;
