import { useEffect, useState } from 'react';
import {
  useWatch,
  type Control,
  type UseFormRegister,
  type UseFormRegisterReturn,
} from 'react-hook-form';

import { contactField, type ContactFieldName } from '#contract/contact-fields.ts';
import type { ContactForm } from '#contract/contact-form.ts';
import { fillIn } from '#contract/fill-in.ts';
import { formWords } from '#contract/page-words.ts';

interface FieldProps {
  name: ContactFieldName;
  error: string | undefined;
  control: Control<ContactForm>;
  register: UseFormRegister<ContactForm>;
}

export function Field({ name, error, control, register }: FieldProps) {
  const counterId = contactField(name).multiline ? `${fieldId(name)}-counter` : undefined;
  return (
    <>
      <LabelledControl {...{ name, error, counterId }} {...register(name)} />
      {counterId && <LengthCounter id={counterId} name={name} control={control} />}
    </>
  );
}

interface ControlProps
  extends Pick<FieldProps, 'name' | 'error'>, Partial<Omit<UseFormRegisterReturn, 'name'>> {
  counterId?: string | undefined;
  defaultValue?: string;
}

function LabelledControl({ name, error, counterId, ...given }: ControlProps) {
  const { attributes, optional, multiline } = contactField(name);
  const { label } = formWords.fields[name];
  const id = fieldId(name);
  const errorId = `${id}-error`;
  const descriptions = [error && errorId, counterId].filter(Boolean).join(' ');
  const shared = {
    ...attributes,
    id,
    name,
    dir: 'auto',
    required: !optional,
    'aria-invalid': error !== undefined,
    'aria-describedby': descriptions || undefined,
    ...given,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {multiline ? <textarea rows={4} {...shared} /> : <input {...shared} />}
      {error && (
        <p className="error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

export function fieldId(name: string): string {
  return `contact-${name}`;
}

/** The counter is shown from this share of the maximum length. */
const SHOWN_FROM = 0.9;
const PAUSE_MS = 1000;

interface LengthCounterProps {
  id: string;
  name: ContactFieldName;
  control: Control<ContactForm>;
}

/** The number of characters left, shown near the limit and announced when typing pauses. */
export function LengthCounter({ id, name, control }: LengthCounterProps) {
  const text = describe(useWatch({ control, name }), contactField(name).max);
  const spoken = useAfterPause(text);
  return (
    <>
      <p className="hint counter" id={id}>
        {text}
      </p>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </>
  );
}

function describe(typed: string | undefined, max: number): string {
  const length = typed?.trim().length ?? 0;
  const left = max - length;
  if (length < max * SHOWN_FROM) return '';
  const count = Math.abs(left);
  const { one, other } = left < 0 ? formWords.charactersOver : formWords.charactersLeft;
  return fillIn(count === 1 ? one : other, { count });
}

function useAfterPause(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
