import type { Control, UseFormRegister } from 'react-hook-form';

import { contactField, type ContactFieldName } from '../../contract/contact-fields.ts';
import type { ContactForm } from '../../contract/contact-form.ts';
import { LengthCounter } from './LengthCounter.tsx';

interface FieldProps {
  name: ContactFieldName;
  error: string | undefined;
  control: Control<ContactForm>;
  register: UseFormRegister<ContactForm>;
}

/** A control with its label above it and, if need be, its error below; a long text is counted. */
export function Field({ name, error, control, register }: FieldProps) {
  const { label, attributes, optional, multiline } = contactField(name);
  const id = fieldId(name);
  const errorId = `${id}-error`;
  const counterId = multiline && `${id}-counter`;
  const descriptions = [error && errorId, counterId].filter(Boolean).join(' ');
  const shared = {
    ...attributes,
    id,
    required: !optional,
    'aria-invalid': error !== undefined,
    'aria-describedby': descriptions || undefined,
    ...register(name),
  };
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{label}</label>
        {multiline ? <textarea rows={4} {...shared} /> : <input {...shared} />}
        {error && (
          <p className="error" id={errorId}>
            {error}
          </p>
        )}
      </div>
      {counterId && <LengthCounter id={counterId} name={name} control={control} />}
    </>
  );
}

/** The id of a control of the form. */
export function fieldId(name: string): string {
  return `contact-${name}`;
}
