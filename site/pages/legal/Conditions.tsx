import { styled } from 'styled-components';
import { PopiDiagram } from '../../art/PopiDiagram.tsx';
import type { LawfulProcessing } from '../../content/paia/lawful-processing.ts';
import { color, font, media } from '../../design/theme.ts';
import { words } from './words.ts';

/** The POPI Act diagram, followed by the same in words. */
export function Conditions({ title, introduction, conditions }: LawfulProcessing) {
  return (
    <>
      <p>{introduction}</p>
      <Figure>
        <PopiDiagram
          title={title}
          subject={words.diagram}
          conditions={conditions.map(({ name }) => name)}
        />
      </Figure>
      <List role="list">
        {conditions.map(({ name, text }) => (
          <li key={name}>
            <strong>{name}</strong>
            <p>{text}</p>
          </li>
        ))}
      </List>
    </>
  );
}

const Figure = styled.figure`
  margin-block: 2.25rem;
  overflow: clip;
  break-inside: avoid;
`;

const List = styled.ol`
  counter-reset: condition;

  li {
    counter-increment: condition;
    display: grid;
    grid-template-columns: 2.5rem 1fr;
    padding-block: 0.75rem;
    border-top: 1px solid ${color.line};
    break-inside: avoid;
  }
  li::before {
    content: counter(condition);
    grid-row: span 2;
    color: ${color.brass};
    font: 400 1.375rem/1.2 ${font.display};
  }
  strong {
    padding-right: 1rem;
    font-weight: 600;
  }
  p {
    color: ${color.muted};
  }
  ${media.medium} {
    li {
      grid-template-columns: 3.5rem 15.5rem 1fr;
      column-gap: 0;
    }
    li::before {
      grid-row: 1;
    }
  }
`;
