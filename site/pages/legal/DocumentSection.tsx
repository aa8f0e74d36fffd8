import { styled } from 'styled-components';

import { color, font, media, barHeight } from '#design/tokens.ts';
import { findLinks } from '#design/find-links.ts';
import type { Paragraph, Section } from '../../content/legal-document.ts';
import { Conditions } from './Conditions.tsx';

interface DocumentSectionProps {
  section: Section;
  $inner?: boolean;
}

export function DocumentSection({ section, $inner = false }: DocumentSectionProps) {
  const content = <Content {...section} />;
  return (
    <Wrapper id={section.id} $inner={$inner}>
      <Heading as={$inner ? 'h3' : 'h2'} $inner={$inner}>
        {section.marker && <Marker>{section.marker}</Marker>}
        <span>{section.title}</span>
      </Heading>
      {$inner ? <Indented>{content}</Indented> : content}
    </Wrapper>
  );
}

const Wrapper = styled.section<{ $inner: boolean }>`
  /* A heading without padding needs some space below the bar. */
  scroll-margin-top: calc(${barHeight} + 1.5rem);

  :not(h2, h3) + & {
    margin-top: ${({ $inner }) => ($inner ? '2.5rem' : 'clamp(3rem, 5vw, 4.5rem)')};
  }
`;

const Indented = styled.div`
  ${media.medium} {
    padding-left: 3.5rem;
  }
`;

const Heading = styled.h2<{ $inner: boolean }>`
  display: flex;
  gap: 0 1rem;
  font-size: ${({ $inner }) => ($inner ? '1.375rem' : 'clamp(1.625rem, 1.4rem + 0.9vw, 2.125rem)')};
  line-height: 1.2;
  letter-spacing: -0.012em;

  + * {
    margin-top: ${({ $inner }) => ($inner ? '0.5rem' : '1.125rem')};
  }
`;

const Marker = styled.span`
  flex: none;
  min-width: 1.5rem;
  color: ${color.accent};
  font-family: ${font.display};

  ${media.medium} {
    min-width: 2.5rem;
  }
`;

function Content({ title, paragraphs, conditions, inner = [] }: Section) {
  return (
    <>
      {paragraphs.length > 0 && <Paragraphs paragraphs={paragraphs} />}
      {conditions && <Conditions {...{ title, conditions }} />}
      {inner.map((part) => (
        <DocumentSection key={part.id} section={part} $inner />
      ))}
    </>
  );
}

function Paragraphs({ paragraphs }: Pick<Section, 'paragraphs'>) {
  if (paragraphs[0]?.label)
    return paragraphs.map((clause) => <Clause key={clause.text} {...clause} />);
  return (
    <Prose>
      {paragraphs.map((paragraph) => (
        <div key={paragraph.text}>
          <Text {...paragraph} />
        </div>
      ))}
    </Prose>
  );
}

const Prose = styled.div`
  > * + * {
    margin-top: 0.875rem;
  }
`;

function Clause(clause: Paragraph) {
  return (
    <ClauseRow id={clause.label?.toLowerCase().replace('.', '-')}>
      <Number>{clause.label}</Number>
      <div>
        <Text {...clause} />
      </div>
    </ClauseRow>
  );
}

const ClauseRow = styled.div`
  display: grid;
  grid-template-columns: 3rem 1fr;
  scroll-margin-top: calc(${barHeight} + 1.5rem);

  & + & {
    margin-top: 0.875rem;
  }
  &:target {
    box-shadow:
      -0.75rem 0 0 ${color.paper},
      -0.875rem 0 0 ${color.accent};
  }
  ${media.medium} {
    grid-template-columns: 3.5rem 1fr;
  }
`;

const Number = styled.span`
  color: ${color.muted};
  font-feature-settings: 'tnum';
`;

function Text({ label, text, items }: Paragraph) {
  const List = label ? LetteredList : DashedList;
  return (
    <>
      <LinkedText>{text}</LinkedText>
      {items.length > 0 && (
        <List>
          {items.map((item) => (
            <LinkedText key={item} as="li">
              {item}
            </LinkedText>
          ))}
        </List>
      )}
    </>
  );
}

const DashedList = styled.ul`
  margin-top: 0.5rem;
  padding-left: 1.5rem;

  li {
    padding-block: 0.1875rem;
  }
  li::marker {
    content: '–\\2002';
    color: ${color.accent};
  }
`;

const LetteredList = styled.ol`
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

/** A paragraph with its addresses and phone numbers as links, as in the PDFs. */
export function LinkedText({ children, as: Element = 'p' }: { children: string; as?: 'li' | 'p' }) {
  const runs = findLinks(children).map(({ text, href }, index) =>
    href ? (
      <a key={index} href={href}>
        {text}
      </a>
    ) : (
      text
    ),
  );
  return <Element>{runs}</Element>;
}
