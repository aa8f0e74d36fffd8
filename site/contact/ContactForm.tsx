import { useEffect, useRef, type ReactNode } from 'react';

import {
  contactField,
  contactFieldNames,
  type ContactFieldName,
} from '../../contract/contact-fields.ts';
import { localeInputName, trapInputName } from '../../contract/form-signals.ts';
import { formWords, type FormWords } from '../../contract/words.ts';
import type { noticeFor, waysFor } from '../content/contact.ts';
import { Confirmation } from './Confirmation.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { Field, fieldId } from './Field.tsx';
import { fetchToken } from './form-signals.ts';
import { useWords, Words } from './form-words.ts';
import { SubmitControls } from './SubmitControls.tsx';
import { saveDraft } from './tab-storage.ts';
import { useContactForm } from './use-contact-form.ts';

export interface ContactFormProps {
  /** The URL that the browser posts the form to without JavaScript. */
  action: string;
  notice: ReturnType<typeof noticeFor>;
  ways: ReturnType<typeof waysFor>;
  /** The language and its texts; undefined for English. */
  locale?: string | undefined;
  words?: FormWords | undefined;
}

function useErrorInTitle(isWrong: boolean, prefix: string): void {
  useEffect(() => {
    if (!isWrong) return;
    const { title } = document;
    document.title = `${prefix}: ${title}`;
    return () => void (document.title = title);
  }, [isWrong, prefix]);
}

const longFields = contactFieldNames.filter((name) => contactField(name).multiline);
const shortFields = contactFieldNames.filter((name) => !longFields.includes(name));

/** Renders the hint, then the short fields and then the long ones. `draw` renders one field. */
export function Fields({ draw }: { draw: (name: ContactFieldName) => ReactNode }) {
  const copy = useWords();
  return (
    <>
      <p className="hint">{copy.required}</p>
      <div className="pairs">{shortFields.map(draw)}</div>
      {longFields.map(draw)}
    </>
  );
}

/** The honeypot input, the hidden input for the language, and the privacy notice. */
export function BelowFields({ notice, locale }: Pick<ContactFormProps, 'notice' | 'locale'>) {
  const copy = useWords();
  return (
    <>
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={fieldId(trapInputName)}>{copy.leaveEmpty}</label>
        <input id={fieldId(trapInputName)} name={trapInputName} tabIndex={-1} autoComplete="off" />
      </div>
      {locale && <input type="hidden" name={localeInputName} value={locale} />}
      <p className="hint" data-notice="">
        {`${notice.text} `}
        <a href={notice.link.href}>{notice.link.label}</a>
      </p>
    </>
  );
}

/** The enquiry form, which is rendered at build time and hydrated as an island. */
export function ContactForm({ words = formWords, ...props }: ContactFormProps) {
  return (
    <Words value={words}>
      <Form {...props} />
    </Words>
  );
}

function Form({ action, notice, ways, locale }: Omit<ContactFormProps, 'words'>) {
  const { register, control, formState, getValues, reset, outcome, submit, startAnother } =
    useContactForm(locale);
  const { errors, submitCount } = formState;
  const form = useRef<HTMLFormElement>(null);

  // After hydration, our own validation replaces the browser's.
  useEffect(() => {
    form.current?.setAttribute('novalidate', '');
    // The visitor may have focused a field before hydration.
    if (form.current?.contains(document.activeElement)) fetchToken();
    // Updates the character counters: the visitor may have typed before hydration.
    reset(getValues(), { keepFieldsRef: true });
  }, [getValues, reset]);

  // The receipt replaces the form, unless the visitor has typed more.
  const isReplaced = outcome.kind === 'sent' && !outcome.hasMore;
  useErrorInTitle(
    outcome.kind === 'failed' || Object.keys(errors).length > 0,
    useWords().failure.title,
  );

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
        <BelowFields {...{ notice, locale }} />
        <SubmitControls
          {...{ control, ways }}
          failure={outcome.kind === 'failed' ? outcome.message : undefined}
        />
      </div>
    </form>
  );
}
