import { contactFieldNames, type PartialContactForm } from '#contract/contact-fields.ts';

const DRAFT_KEY = 'contact-draft';

/** Saves the draft for as long as the tab is open, or deletes it if the form is empty. */
export function saveDraft(values: PartialContactForm): void {
  const typed = Object.values(values).some(Boolean);
  attempt(() =>
    typed
      ? sessionStorage.setItem(DRAFT_KEY, JSON.stringify(values))
      : sessionStorage.removeItem(DRAFT_KEY),
  );
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

export function textFieldsOf(form: HTMLFormElement): TextField[] {
  return contactFieldNames.map((name) => form.elements.namedItem(name)).filter(isTextField);
}

/** Restores the draft into fields that are still empty. */
export function restoreDraft(form: HTMLFormElement): void {
  const draft = readDraft();
  for (const field of textFieldsOf(form)) {
    const text = draft[field.name];
    if (typeof text === 'string' && !field.value) field.value = text;
  }
}

function readDraft(): Record<string, unknown> {
  const draft: unknown = attempt((): unknown =>
    JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? '{}'),
  );
  return typeof draft === 'object' && draft !== null ? { ...draft } : {};
}

function isTextField(field: unknown): field is TextField {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
}

const STORED_KEY = 'contact-key';

/** An idempotency key, by which the API recognises retries. */
export function createIdempotencyKey(): string | undefined {
  // There is no randomUUID outside secure contexts; the API then compares only the content.
  return 'randomUUID' in crypto ? crypto.randomUUID() : undefined;
}

/** The key of the enquiry that this tab has tried to send without success, or else a new key. */
export function recallIdempotencyKey(): string | undefined {
  return attempt(() => sessionStorage.getItem(STORED_KEY)) ?? createIdempotencyKey();
}

/** Saves the key for as long as the tab is open, like the draft. */
export function keepIdempotencyKey(key: string | undefined): void {
  if (key !== undefined) attempt(() => sessionStorage.setItem(STORED_KEY, key));
}

export function forgetIdempotencyKey(): void {
  attempt(() => sessionStorage.removeItem(STORED_KEY));
}

/** Runs an action on storage and ignores errors, because storage can be full or blocked. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
