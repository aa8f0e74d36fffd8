import { trapInputName, type FormSignals } from '#contract/form-signals.ts';

/** Whether the hidden input was filled in, and the time since the page was opened. */
export function readSignalsOf(form: unknown): FormSignals {
  const trap = form instanceof HTMLFormElement && form.elements.namedItem(trapInputName);
  const trapFilled = trap instanceof HTMLInputElement && trap.value !== '';
  return { trapFilled, elapsed: performance.now() };
}
