import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';

import { contactFieldNames, type ContactFormErrors } from '../../contract/contact-form.ts';
import { space } from '../design/theme.ts';
import { fieldId } from './contact-fields.ts';
import { Statement } from './Statement.tsx';
import { words } from './words.ts';

interface ErrorSummaryProps {
  errors: ContactFormErrors;
  /** How often the form was submitted: each time, the summary takes the focus anew. */
  submitCount: number;
}

/** What is wrong, with a way to each field. */
export function ErrorSummary({ errors, submitCount }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    summary.current?.focus();
  }, [submitCount]);

  const invalid = contactFieldNames.filter((name) => errors[name]);
  if (invalid.length === 0) return null;
  return (
    <Statement
      $tone="danger"
      ref={summary}
      tabIndex={-1}
      role="group"
      aria-labelledby="contact-summary"
    >
      <Title id="contact-summary">{words.summaryTitle}</Title>
      <List>
        {invalid.map((name) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`}>{errors[name]}</a>
          </li>
        ))}
      </List>
    </Statement>
  );
}

const Title = styled.p`
  font-weight: 600;
`;

const List = styled.ul`
  padding-left: ${space.base};
`;
