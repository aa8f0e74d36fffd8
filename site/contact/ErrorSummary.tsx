import { useEffect, useRef } from 'react';
import type { FieldErrors } from 'react-hook-form';

import { contactFieldNames } from '#contract/contact-fields.ts';
import type { ContactForm } from '#contract/contact-form.ts';
import { formWords } from '#contract/page-words.ts';
import { fieldId } from './Field.tsx';

interface ErrorSummaryProps {
  errors: FieldErrors<ContactForm>;
  /** The number of submits. The summary takes the focus after each one. */
  submitCount: number;
}

export function ErrorSummary({ errors, submitCount }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    summary.current?.focus();
  }, [submitCount]);

  const invalid = contactFieldNames.filter((name) => errors[name]);
  if (invalid.length === 0) return null;
  return (
    <div
      className="statement"
      ref={summary}
      tabIndex={-1}
      role="group"
      aria-labelledby="contact-summary"
    >
      <p className="summary-title" id="contact-summary">
        {formWords.summaryTitle}
      </p>
      <ul>
        {invalid.map((name) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`}>{errors[name]?.message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
