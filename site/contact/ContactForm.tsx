import { useEffect, useRef } from 'react';

import type { ContactFormErrors } from '../../contract/contact-form.ts';
import { trapInputName } from '../../contract/form-signals.ts';
import { contactForm as copy } from '../content/home/contact.ts';
import type { Notice } from '../content/notice.ts';
import { Confirmation } from './Confirmation.tsx';
import { fieldId, oneLineFields } from './contact-fields.ts';
import { saveDraft } from './draft.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { Field } from './Field.tsx';
import { fetchToken } from './form-signals.ts';
import { MessageCounter } from './MessageCounter.tsx';
import { SubmitControls } from './SubmitControls.tsx';
import { useContactForm } from './use-contact-form.ts';
import { words } from './words.ts';

export interface ContactFormProps {
  /** Where the form goes by itself while there is no JavaScript. */
  action: string;
  notice: Notice;
}

/** The enquiry form: rendered at build time, then hydrated on its own. */
export function ContactForm({ action, notice }: ContactFormProps) {
  const { register, control, formState, getValues, outcome, submit } = useContactForm();
  const errors = messages(formState.errors);
  const form = useRef<HTMLFormElement>(null);

  // From here on the messages are ours; without JavaScript the browser checks what is required.
  useEffect(() => {
    form.current?.setAttribute('novalidate', '');
    // Whoever was here first has met the form already.
    if (form.current?.contains(document.activeElement)) fetchToken();
  }, []);

  return (
    <form
      ref={form}
      method="post"
      action={action}
      onFocus={fetchToken}
      onSubmit={submit}
      onChange={() => saveDraft(getValues())}
    >
      {outcome.kind === 'sent' && <Confirmation answer={outcome} />}
      <ErrorSummary errors={errors} submitCount={formState.submitCount} />
      <p className="hint">{words.allRequired}</p>
      <div className="pairs">
        {oneLineFields.map(({ name, attributes }) => (
          <Field key={name} id={fieldId(name)} label={copy.labels[name]} error={errors[name]}>
            {(field) => <input {...attributes} {...field} {...register(name)} required />}
          </Field>
        ))}
      </div>
      <Field
        id={fieldId('message')}
        label={copy.labels.message}
        error={errors.message}
        describedBy="contact-counter"
      >
        {(field) => <textarea rows={4} {...field} {...register('message')} required />}
      </Field>
      <MessageCounter id="contact-counter" control={control} />
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={fieldId(trapInputName)}>{words.leaveEmpty}</label>
        <input id={fieldId(trapInputName)} name={trapInputName} tabIndex={-1} autoComplete="off" />
      </div>
      <p className="hint">
        {notice.text} <a href={notice.link.href}>{notice.link.label}</a>
      </p>
      <SubmitControls
        control={control}
        failure={outcome.kind === 'failed' ? outcome.message : undefined}
      />
    </form>
  );
}

function messages(errors: Partial<Record<string, { message?: string }>>): ContactFormErrors {
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
}
