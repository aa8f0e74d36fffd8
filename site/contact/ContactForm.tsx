import { useEffect, useRef, type ReactNode } from 'react';

import {
  contactField,
  contactFieldNames,
  type ContactFieldName,
} from '../../contract/contact-fields.ts';
import { trapInputName } from '../../contract/form-signals.ts';
import { contactForm as copy, type noticeFor, type waysFor } from '../content/contact.ts';
import { Confirmation } from './Confirmation.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { Field, fieldId } from './Field.tsx';
import { fetchToken } from './form-signals.ts';
import { SubmitControls } from './SubmitControls.tsx';
import { saveDraft } from './tab-storage.ts';
import { useContactForm } from './use-contact-form.ts';

export interface ContactFormProps {
  /** The URL that the browser posts the form to without JavaScript. */
  action: string;
  notice: ReturnType<typeof noticeFor>;
  ways: ReturnType<typeof waysFor>;
}

/** Prefixes the page title with `Error:` while the form has errors. */
function useErrorInTitle(isWrong: boolean): void {
  useEffect(() => {
    if (!isWrong) return;
    const { title } = document;
    document.title = `${copy.failure.title}: ${title}`;
    return () => void (document.title = title);
  }, [isWrong]);
}

const longFields = contactFieldNames.filter((name) => contactField(name).multiline);
const shortFields = contactFieldNames.filter((name) => !longFields.includes(name));

/** Renders the hint, and below it all fields in order with `draw`. */
export function Fields({ draw }: { draw: (name: ContactFieldName) => ReactNode }) {
  return (
    <>
      <p className="hint">{copy.required}</p>
      <div className="pairs">{shortFields.map(draw)}</div>
      {longFields.map(draw)}
    </>
  );
}

/** The honeypot input and the hidden form token. */
export function BelowFields({ notice }: Pick<ContactFormProps, 'notice'>) {
  return (
    <>
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={fieldId(trapInputName)}>{copy.leaveEmpty}</label>
        <input id={fieldId(trapInputName)} name={trapInputName} tabIndex={-1} autoComplete="off" />
      </div>
      <p className="hint">
        {notice.text} <a href={notice.link.href}>{notice.link.label}</a>
      </p>
    </>
  );
}

/** The enquiry form, which is rendered at build time and hydrated as an island. */
export function ContactForm({ action, notice, ways }: ContactFormProps) {
  const { register, control, formState, getValues, outcome, submit, startAnother } =
    useContactForm();
  const { errors, submitCount } = formState;
  const form = useRef<HTMLFormElement>(null);

  // Once hydrated, our own validation replaces the browser's.
  useEffect(() => {
    form.current?.setAttribute('novalidate', '');
    // The visitor may have focused a field before hydration.
    if (form.current?.contains(document.activeElement)) fetchToken();
  }, []);

  // The empty form is replaced by the receipt.
  const isReplaced = outcome.kind === 'sent' && !outcome.hasMore;
  useErrorInTitle(outcome.kind === 'failed' || Object.keys(errors).length > 0);

  function draw(name: ContactFieldName) {
    return <Field key={name} {...{ name, register, control }} error={errors[name]?.message} />;
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      onFocus={fetchToken}
      onSubmit={(event) => void submit(event)}
      onChange={() => saveDraft(getValues())}
    >
      {outcome.kind === 'sent' && (
        <Confirmation answer={outcome} onAnother={isReplaced ? startAnother : undefined} />
      )}
      <div className="entries" hidden={isReplaced}>
        <ErrorSummary errors={errors} submitCount={submitCount} />
        <Fields draw={draw} />
        <BelowFields notice={notice} />
        <SubmitControls
          {...{ control, ways }}
          failure={outcome.kind === 'failed' ? outcome.message : undefined}
        />
      </div>
    </form>
  );
}
