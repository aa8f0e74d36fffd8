import type { ComponentProps } from 'react';

import { Field } from '../../../controls/Field.tsx';
import { maxTextLength } from '../changes.ts';

interface DraftFieldProps extends Omit<ComponentProps<typeof Field>, 'onChange'> {
  rows: number;
  value: string;
  onText: (text: string) => void;
}

/** A field for a note or a reply. Ctrl + Enter submits its form, and Escape leaves the field. */
export function DraftField({ onText, ...field }: DraftFieldProps) {
  return (
    <Field
      dir="auto"
      maxLength={maxTextLength}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
      {...field}
    />
  );
}
