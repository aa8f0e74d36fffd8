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
  /** Where the form goes by itself while there is no JavaScript. */
  action: string;
  notice: ReturnType<typeof noticeFor>;
  ways: ReturnType<typeof waysFor>;
}

/** Lets the title of the page say that something is wrong, for as long as it is. */
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

/** All fields in their order, as `draw` gives each, with the hint above them. */
export function Fields({ draw }: { draw: (name: ContactFieldName) => ReactNode }) {
  return (
    <>
      <p className="hint">{copy.required}</p>
      <div className="pairs">{shortFields.map(draw)}</div>
      {longFields.map(draw)}
    </>
  );
}

/** An input that no person meets, and what becomes of what was typed. */
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

/** The enquiry form: rendered at build time, then hydrated on its own. */
export function ContactForm({ action, notice, ways }: ContactFormProps) {
  const { register, control, formState, getValues, outcome, submit, startAnother } =
    useContactForm();
  const { errors, submitCount } = formState;
  const form = useRef<HTMLFormElement>(null);

  // From here on the messages are ours; without JavaScript the browser checks what is required.
  useEffect(() => {
    form.current?.setAttribute('novalidate', '');
    // Whoever was here first has met the form already.
    if (form.current?.contains(document.activeElement)) fetchToken();
  }, []);

  // Nothing is left in it: the receipt takes its place.
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
