/** Carries the bot signals of a form: `v1;t=<token>;h=0`. */
export const formSignalsHeader = 'X-Form-Signals';

/** The inputs that carry the bot signals if the form is posted without JavaScript. */
export const trapInputName = 'website';
export const tokenInputName = 'formToken';

export interface FormSignals {
  /** Whether the honeypot input was filled in. */
  trapFilled: boolean;
  /** The token that the API issued when the visitor started to fill in the form, if any. */
  token?: string | undefined;
}

const shape = /^v1;t=([\w.-]{0,100});h=([01])$/;

/** Serialises the signals as a header value. */
export function writeFormSignals({ trapFilled, token = '' }: FormSignals): string {
  return `v1;t=${token};h=${trapFilled ? 1 : 0}`;
}

/** Parses a header value. A value in an unknown format counts as having no signals. */
export function readFormSignals(value: string): FormSignals {
  const [, token, trap] = shape.exec(value) ?? [];
  return { trapFilled: trap === '1', ...(token ? { token } : {}) };
}
