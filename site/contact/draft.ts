import { contactFieldNames, type ContactForm } from '../../contract/contact-form.ts';
import { attempt } from './attempt.ts';

const DRAFT_KEY = 'contact-draft';

/** Keeps what was typed for as long as the tab is open, and nothing where nothing was. */
export function saveDraft(values: Partial<ContactForm>): void {
  const typed = Object.values(values).some(Boolean);
  attempt(() =>
    typed
      ? sessionStorage.setItem(DRAFT_KEY, JSON.stringify(values))
      : sessionStorage.removeItem(DRAFT_KEY),
  );
}

/** Puts the draft into those fields of the form that are still empty. */
export function restoreDraft(form: HTMLFormElement): void {
  const draft = readDraft();
  for (const name of contactFieldNames) {
    const field = form.elements.namedItem(name);
    const text = draft[name];
    if (typeof text !== 'string' || !isTextField(field) || field.value) continue;
    field.value = text;
  }
}

function readDraft(): Record<string, unknown> {
  const draft: unknown = attempt(() => JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? '{}'));
  return typeof draft === 'object' && draft !== null ? { ...draft } : {};
}

function isTextField(field: unknown): field is HTMLInputElement | HTMLTextAreaElement {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
}
