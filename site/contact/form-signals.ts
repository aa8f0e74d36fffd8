import { contactTokenPath } from '../../contract/api.ts';
import { trapInputName, type FormSignals } from '../../contract/form-signals.ts';
import { apiUrl } from '../requests/api-request.ts';

let asked = false;
let token: string | undefined;

/** Asks once for the token that says when the form was met. Without it the form works as well. */
export function fetchToken(): void {
  if (asked) return;
  asked = true;
  fetch(apiUrl(contactTokenPath), { credentials: 'include' })
    .then(async (response) => {
      if (response.ok) token = await response.text();
    })
    .catch(() => undefined);
}

/** What the form has noticed about the one who filled it in. */
export function readSignalsOf(form: unknown): FormSignals {
  const trap = form instanceof HTMLFormElement && form.elements.namedItem(trapInputName);
  return { trapFilled: trap instanceof HTMLInputElement && trap.value !== '', token };
}
