import type { ComponentProps } from 'react';

import { Field } from '../ui.tsx';
import { maxTextLength } from './decisions.ts';

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
      onKeyDown={({ key, ctrlKey, metaKey, nativeEvent, currentTarget }) => {
        // An input method uses these keys to compose a character.
        if (nativeEvent.isComposing) return;
        if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
        if (key === 'Escape') currentTarget.blur();
      }}
      {...field}
    />
  );
}
