import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { FieldErrors } from 'react-hook-form';

import { contactFieldNames, type ContactFieldName } from '../../contract/contact-fields.ts';
import type { ContactForm } from '../../contract/contact-form.ts';
import { formWords } from '../../contract/words.ts';
import { fieldId } from './Field.tsx';

interface ErrorSummaryProps {
  errors: FieldErrors<ContactForm>;
  /** The number of submits. The summary takes the focus after each one. */
  submitCount: number;
}

/** Lists the errors with links to the fields. */
export function ErrorSummary({ errors, submitCount }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    summary.current?.focus();
  }, [submitCount]);

  const invalid = contactFieldNames.filter((name) => errors[name]);
  if (invalid.length === 0) return null;
  return (
    <Summary ref={summary}>
      {invalid.map((name) => (
        <SummaryItem key={name} name={name} message={errors[name]?.message} />
      ))}
    </Summary>
  );
}

function Summary({
  ref,
  children,
}: {
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  return (
    <div
      className="statement"
      ref={ref}
      tabIndex={-1}
      role="group"
      aria-labelledby="contact-summary"
    >
      <p className="summary-title" id="contact-summary">
        {formWords.summaryTitle}
      </p>
      <ul>{children}</ul>
    </div>
  );
}

function SummaryItem({ name, message }: { name: ContactFieldName; message: string | undefined }) {
  return (
    <li>
      <a href={`#${fieldId(name)}`}>{message}</a>
    </li>
  );
}
