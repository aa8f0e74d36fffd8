import type { InputHTMLAttributes } from 'react';

import type { ContactFieldName } from '../../contract/contact-form.ts';
import type { trapInputName } from '../../contract/form-signals.ts';

/** The fields of one line, with what helps browsers to fill them in. */
export const oneLineFields = [
  { name: 'firstName', attributes: { autoComplete: 'given-name' } },
  { name: 'lastName', attributes: { autoComplete: 'family-name' } },
  {
    name: 'email',
    attributes: {
      type: 'email',
      inputMode: 'email',
      autoComplete: 'email',
      autoCapitalize: 'none',
      spellCheck: false,
    },
  },
  { name: 'organisation', attributes: { autoComplete: 'organization' } },
] as const satisfies {
  name: ContactFieldName;
  attributes: InputHTMLAttributes<HTMLInputElement>;
}[];

export function fieldId(name: ContactFieldName | typeof trapInputName): string {
  return `contact-${name}`;
}
