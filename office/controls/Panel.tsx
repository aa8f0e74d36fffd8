import { useId, type ComponentProps } from 'react';
import { styled } from 'styled-components';

import { color, space } from '../../design/tokens.ts';

/** A section of a page; `title` is its heading. A line separates it from a preceding panel. */
export function Panel({ title, children, ...section }: ComponentProps<'section'>) {
  const id = useId();
  return (
    <Section {...section} {...(title && { 'aria-labelledby': id })}>
      {title && <PanelTitle id={id}>{title}</PanelTitle>}
      {children}
    </Section>
  );
}

const Section = styled.section`
  display: grid;
  justify-items: start;
  gap: ${space.base};
  max-width: 52rem;
  padding-block: ${space.large};

  & + & {
    border-top: 1px solid ${color.line};
  }
`;

export const PanelTitle = styled.h2`
  font-size: 1.5rem;
  line-height: 1.25;
  letter-spacing: -0.01em;
`;

export const Prose = styled.p`
  max-width: 38em;
  color: ${color.muted};
`;

export const Details = styled.details`
  width: 100%;

  summary {
    width: fit-content;
    padding-block: ${space.small};
    color: ${color.primary};
    font-size: 0.9375rem;
    cursor: pointer;
  }
`;
