import { styled } from 'styled-components';

import { grid, ItemTitle, span } from '#design/layout.ts';
import { color, font, size } from '#design/tokens.ts';
import { questions as content } from '#firm/content/questions.ts';

/** Questions that boards ask. Their answers open without JavaScript. */
export function Questions() {
  const { title, questions } = content;
  if (questions.length === 0) return null;
  return (
    <Columns data-print="hide">
      <Title>{title}</Title>
      <List>
        {questions.map(({ question, answer, price, links = [] }) => (
          <details key={question}>
            <summary>
              <span>{question}</span>
            </summary>
            {price && <Price>{price}</Price>}
            <p>{answer}</p>
            {links.length > 0 && (
              <Links role="list">
                {links.map(({ label, href }) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </Links>
            )}
          </details>
        ))}
      </List>
    </Columns>
  );
}

const Columns = styled.div`
  ${grid('1.25rem', { wide: 3 })}
`;

const Title = styled(ItemTitle)`
  padding-top: 0.875rem;
  color: ${color.accent};
`;

const List = styled.div`
  ${span(2)}
  border-bottom: 1px solid ${color.line};

  details {
    border-top: 1px solid ${color.line};
  }
  details[open] {
    padding-bottom: 1.5rem;
  }
  summary {
    display: flex;
    justify-content: space-between;
    gap: 1.5rem;
    padding-block: 0.875rem;
    list-style: none;
    cursor: pointer;
  }
  span {
    font: 400 ${size.item} / 1.25 ${font.display};
    letter-spacing: -0.01em;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::after {
    content: '+' / '';
    flex: none;
    width: 1.25rem;
    color: ${color.accent};
    font-size: ${size.item};
    line-height: 1.25;
    text-align: center;
  }
  [open] > summary::after {
    content: '–' / '';
  }
  details > p {
    max-width: 40rem;
    color: ${color.muted};
  }
`;

const Price = styled.strong`
  display: block;
  margin-bottom: 0.25rem;
  font-weight: 600;
`;

const Links = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.75rem;
  margin-top: 0.75rem;
`;
