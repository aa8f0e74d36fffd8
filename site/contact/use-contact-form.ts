import { useState, type BaseSyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';

import { contactSubmissionsPath } from '#contract/api.ts';
import {
  contactFieldNames,
  readField,
  type ContactFieldName,
  type PartialContactForm,
} from '#contract/contact-fields.ts';
import { contactFormSchema, type ContactForm } from '#contract/contact-form.ts';
import { formWords } from '#contract/page-words.ts';
import { notify } from '../notifications/notify.tsx';
import { NetworkError } from '../requests/api-request.ts';
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
  /** `hasMore`: whether the visitor typed more while the form was being sent. */
  | ({ kind: 'sent'; hasMore: boolean } & EnquiryAnswer);

const none: Outcome = { kind: 'none' };

const empty = Object.fromEntries(contactFieldNames.map((name) => [name, ''])) as ContactForm;

const validate = zodResolver(contactFormSchema);

/** Validates only after a paint, so that the button changes as soon as it is pressed. */
const resolver: typeof validate = async (...form) => {
  await afterPaint();
  return validate(...form);
};

export function useContactForm() {
  const form = useForm<ContactForm>({
    resolver,
    defaultValues: empty,
    shouldFocusError: false,
  });
  const [key, setKey] = useState(recallIdempotencyKey);
  const [outcome, setOutcome] = useState(none);

  async function submit(values: ContactForm, event?: BaseSyntheticEvent) {
    setOutcome(none);
    // If the response or the page is lost, a retry of the restored draft must use the same key.
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
    notify({ title: formWords.success.title, description: answer.message });
    // The fields are not remounted, because that could lose keystrokes.
    form.reset(unsent, { keepFieldsRef: true });
    saveDraft(unsent);
    setKey(createIdempotencyKey);
    forgetIdempotencyKey();
    refreshSubmissions().catch(() => undefined);
  }

  function fail(error: unknown) {
    // oxlint-disable-next-line no-console -- docs/internals/requirements.md, Contact form
    console.error(error);
    const message =
      error instanceof NetworkError
        ? formWords.network[error.reason]
        : (error instanceof Error && error.message) || formWords.failure.fallback;
    setOutcome({ kind: 'failed', message });
    notify({ title: formWords.failure.title, description: message, variant: 'destructive' });
  }

  function startAnother() {
    // Shows the form immediately, because hidden elements cannot take the focus.
    flushSync(() => setOutcome(none));
    form.setFocus(contactFieldNames[0] as ContactFieldName);
  }

  const submitted = form.handleSubmit(submit, () => setOutcome(none));
  return { ...form, outcome, submit: submitted, startAnother };
}

/** The values after sending: those that changed in the meantime are kept, the others are empty. */
function withoutSent(typed: PartialContactForm, sent: PartialContactForm): ContactForm {
  const unsent = contactFieldNames.filter(
    (name) => readField(name, typed[name] ?? '') !== (sent[name] ?? ''),
  );
  return { ...empty, ...Object.fromEntries(unsent.map((name) => [name, typed[name]])) };
}

const LONGEST_FRAME_MS = 200;

function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    // Animation frame callbacks run right before painting, and the next task right after it.
    requestAnimationFrame(() => setTimeout(resolve));
    // Hidden pages have no animation frames.
    setTimeout(resolve, LONGEST_FRAME_MS);
  });
}

async function refreshSubmissions(): Promise<void> {
  // Loaded lazily: nothing reads the cache before the form is sent.
  const { queryClient } = await import('../requests/query-client.ts');
  await queryClient.invalidateQueries({ queryKey: [contactSubmissionsPath] });
}
