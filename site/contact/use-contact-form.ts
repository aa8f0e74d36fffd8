import { useState, type BaseSyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';

import { contactSubmissionsPath } from '../../contract/api.ts';
import {
  contactFieldNames,
  type ContactFieldName,
  type PartialContactForm,
} from '../../contract/contact-fields.ts';
import { contactFormSchema, type ContactForm } from '../../contract/contact-form.ts';
import { contactForm as copy } from '../content/contact.ts';
import { notify } from '../notifications/notify.tsx';
import { readSignalsOf } from './form-signals.ts';
import { sendEnquiry, type EnquiryAnswer } from './send-enquiry.ts';
import {
  createIdempotencyKey,
  forgetIdempotencyKey,
  keepIdempotencyKey,
  recallIdempotencyKey,
  saveDraft,
} from './tab-storage.ts';

type Outcome =
  | { kind: 'none' }
  | { kind: 'failed'; message: string }
  /** With whether more was typed meanwhile, which has not been sent. */
  | ({ kind: 'sent'; hasMore: boolean } & EnquiryAnswer);

const none: Outcome = { kind: 'none' };

const empty = Object.fromEntries(contactFieldNames.map((name) => [name, ''])) as ContactForm;

const validate = zodResolver(contactFormSchema);

/** Validates once the visitor sees what was done: the button says that it was pressed. */
const resolver: typeof validate = async (...form) => {
  await afterPaint();
  return validate(...form);
};

/** The state of the form, and what happens when it is submitted. */
export function useContactForm() {
  const form = useForm<ContactForm>({
    resolver,
    defaultValues: empty,
    shouldFocusError: false,
  });
  const [key, setKey] = useState(recallIdempotencyKey);
  const [outcome, setOutcome] = useState(none);

  async function submit(values: ContactForm, event?: BaseSyntheticEvent) {
    // What became of the last try says nothing of this one.
    setOutcome(none);
    // The answer may be lost and the page with it; what comes back as the draft is still this one.
    keepIdempotencyKey(key);
    try {
      succeed(await sendEnquiry(values, key, readSignalsOf(event?.target)), values);
    } catch (error) {
      fail(error);
    }
  }

  function succeed(answer: EnquiryAnswer, sent: ContactForm) {
    const unsent = withoutSent(form.getValues(), sent);
    setOutcome({ kind: 'sent', hasMore: Object.values(unsent).some(Boolean), ...answer });
    notify({ title: copy.success.title, description: answer.message });
    // The fields stay the ones they were, so that a key pressed meanwhile is not lost.
    form.reset(unsent, { keepFieldsRef: true });
    saveDraft(unsent);
    setKey(createIdempotencyKey);
    forgetIdempotencyKey();
    refreshSubmissions().catch(() => undefined);
  }

  function fail(error: unknown) {
    // eslint-disable-next-line no-console -- docs/internals/requirements.md, Contact form
    console.error(error);
    const said = error instanceof Error ? error.message : '';
    const message = said || copy.failure.fallback;
    setOutcome({ kind: 'failed', message });
    notify({ title: copy.failure.title, description: message, variant: 'destructive' });
  }

  /** Brings the form back after a receipt. */
  function startAnother() {
    // Only what is shown can take the focus.
    flushSync(() => setOutcome(none));
    form.setFocus(contactFieldNames[0] as ContactFieldName);
  }

  const submitted = form.handleSubmit(submit, () => setOutcome(none));
  return { ...form, outcome, submit: submitted, startAnother };
}

/** What was typed while the rest was on its way: fields that hold what was sent are emptied. */
function withoutSent(typed: PartialContactForm, sent: PartialContactForm): ContactForm {
  // What is sent has been trimmed.
  const unsent = contactFieldNames.filter((name) => typed[name]?.trim() !== sent[name]);
  return { ...empty, ...Object.fromEntries(unsent.map((name) => [name, typed[name]])) };
}

const LONGEST_FRAME_MS = 200;

/** Resolves when the browser has painted what has changed by now. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    // A frame's callbacks come right before its painting, and the next task after it.
    requestAnimationFrame(() => setTimeout(resolve));
    // A page that is out of sight has no frames.
    setTimeout(resolve, LONGEST_FRAME_MS);
  });
}

/** Marks the cached list of submissions as out of date. */
async function refreshSubmissions(): Promise<void> {
  // Loaded only here: nothing on the page reads from the cache before the form is sent.
  const { queryClient } = await import('../requests/query-client.ts');
  await queryClient.invalidateQueries({ queryKey: [contactSubmissionsPath] });
}
