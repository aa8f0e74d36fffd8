import { contactTokenPath } from '../../contract/api.ts';
import { trapInputName, type FormSignals } from '../../contract/form-signals.ts';
import { apiUrl } from '../requests/api-request.ts';

let asked = false;
let token: string | undefined;

/** Fetches the form token unless it is known or being fetched. The form also works without it. */
export function fetchToken(): void {
  if (asked) return;
  asked = true;
  fetch(apiUrl(contactTokenPath), { credentials: 'include' })
    .then(async (response) => {
      if (response.ok) token = await response.text();
      asked = response.ok;
    })
    .catch(() => (asked = false));
}

/** Fetches another token after an enquiry, because each token is valid for one enquiry only. */
export function renewToken(): void {
  asked = false;
  fetchToken();
}

export function readSignalsOf(form: unknown): FormSignals {
  const trap = form instanceof HTMLFormElement && form.elements.namedItem(trapInputName);
  return { trapFilled: trap instanceof HTMLInputElement && trap.value !== '', token };
}
