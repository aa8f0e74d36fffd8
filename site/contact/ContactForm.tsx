import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

import {
  contactField,
  contactFieldNames,
  type ContactFieldName,
} from '#contract/contact-fields.ts';
import { trapInputName } from '#contract/form-signals.ts';
import { formWords } from '#contract/page-words.ts';
import type { noticeAtForm, waysFor } from '../content/contact.ts';
import { Confirmation } from './Confirmation.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { Field, fieldId } from './Field.tsx';
import { SubmitControls } from './SubmitControls.tsx';
import { saveDraft, textFieldsOf } from './tab-storage.ts';
import { useContactForm } from './use-contact-form.ts';

export interface ContactFormProps {
  /** The URL that the browser posts the form to without JavaScript. */
  action: string;
  notice: typeof noticeAtForm;
  ways: ReturnType<typeof waysFor>;
  /** The controls of the page before hydration. */
  typedInto?: ReturnType<typeof textFieldsOf>;
}

const none: never[] = [];

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

function Fields({ draw }: { draw: (name: ContactFieldName) => ReactNode }) {
  return (
    <>
      <p className="hint">{formWords.required}</p>
      <div className="pairs">{shortFields.map(draw)}</div>
      {longFields.map(draw)}
    </>
  );
}

/** Tells 1Password, LastPass and Bitwarden to leave an input empty. */
const ignoredByPasswordManagers = {
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
};

function BelowFields({ notice }: Pick<ContactFormProps, 'notice'>) {
  return (
    <>
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={fieldId(trapInputName)}>{formWords.leaveEmpty}</label>
        <input
          id={fieldId(trapInputName)}
          name={trapInputName}
          tabIndex={-1}
          autoComplete="off"
          {...ignoredByPasswordManagers}
        />
      </div>
      <p className="hint" data-notice="">
        {`${notice.text} `}
        <a href={notice.link.href}>{notice.link.label}</a>
      </p>
    </>
  );
}

export function ContactForm({ action, notice, ways, typedInto = none }: ContactFormProps) {
  const { register, control, formState, getValues, setValue, reset, ...more } = useContactForm();
  const { outcome, submit, startAnother } = more;
  const { errors, submitCount } = formState;
  const form = useRef<HTMLFormElement>(null);

  // React renders anew, without what was typed, if something else has changed the form's elements.
  // The old controls still have it, although they are no longer in the page.
  const focused = typedInto.find((field) => field === document.activeElement);
  useLayoutEffect(() => {
    const shown = form.current ? textFieldsOf(form.current) : [];
    for (const [index, old] of typedInto.entries()) {
      const field = shown[index];
      if (!field || field === old) continue;
      setValue(field.name as ContactFieldName, old.value);
      if (old !== focused) continue;
      field.focus({ preventScroll: true });
      // An email field has no caret that scripts can see.
      if (old.selectionStart !== null)
        field.setSelectionRange(old.selectionStart, old.selectionEnd);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only once, after hydration
  }, []);

  // After hydration, our own validation replaces the browser's.
  useEffect(() => {
    form.current?.setAttribute('novalidate', '');
    // Updates the character counters: the visitor may have typed before hydration.
    reset(getValues(), { keepFieldsRef: true });
  }, [getValues, reset]);

  // The receipt replaces the form, unless the visitor has typed more.
  const isReplaced = outcome.kind === 'sent' && !outcome.hasMore;
  useErrorInTitle(
    outcome.kind === 'failed' || Object.keys(errors).length > 0,
    formWords.failure.title,
  );

  function draw(name: ContactFieldName) {
    return <Field key={name} {...{ name, register, control }} error={errors[name]?.message} />;
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
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
