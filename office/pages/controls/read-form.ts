import type { SubmitEvent } from 'react';

/** What was typed into a form, by the names of its controls. The browser does not send it. */
export function readForm(event: SubmitEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  const entries = [...new FormData(event.currentTarget)];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
