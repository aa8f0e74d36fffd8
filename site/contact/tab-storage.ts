import { contactFieldNames, type PartialContactForm } from '../../contract/contact-fields.ts';

const DRAFT_KEY = 'contact-draft';

/** Keeps what was typed for as long as the tab is open, and nothing where nothing was. */
export function saveDraft(values: PartialContactForm): void {
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
  const draft: unknown = attempt((): unknown =>
    JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? '{}'),
  );
  return typeof draft === 'object' && draft !== null ? { ...draft } : {};
}

function isTextField(field: unknown): field is HTMLInputElement | HTMLTextAreaElement {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
}

const STORED_KEY = 'contact-key';

/** A key for one filled-in form, by which the API can tell a retry from a new enquiry. */
export function createIdempotencyKey(): string | undefined {
  // Outside a secure context there is no randomUUID; the API then goes by the content alone.
  return 'randomUUID' in crypto ? crypto.randomUUID() : undefined;
}

/** The key under which this tab last tried to send and was not answered, else a new one. */
export function recallIdempotencyKey(): string | undefined {
  return attempt(() => sessionStorage.getItem(STORED_KEY)) ?? createIdempotencyKey();
}

/** Keeps a key for as long as the tab is open, as the draft is that may be sent again under it. */
export function keepIdempotencyKey(key: string | undefined): void {
  if (key !== undefined) attempt(() => sessionStorage.setItem(STORED_KEY, key));
}

/** Forgets the key, once what was sent under it has arrived. */
export function forgetIdempotencyKey(): void {
  attempt(() => sessionStorage.removeItem(STORED_KEY));
}

/** The result of an action on storage, which may be full or forbidden; that is not worth an error. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
