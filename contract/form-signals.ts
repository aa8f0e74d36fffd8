/** Carries what tells a person from a machine beside the fields: `v1;t=<token>;h=0`. */
export const formSignalsHeader = 'X-Form-Signals';

/** The names of the inputs that carry the same when a browser posts the form by itself. */
export const trapInputName = 'website';
export const tokenInputName = 'formToken';

/** What the form noticed about the one who fills it in. */
export interface FormSignals {
  /** Whether the input that no person meets was filled in. */
  trapFilled: boolean;
  /** What the API gave out when the form was first approached, if it was asked and answered. */
  token?: string | undefined;
}

const shape = /^v1;t=([\w.-]{0,100});h=([01])$/;

/** The signals as the header's value. */
export function writeFormSignals({ trapFilled, token = '' }: FormSignals): string {
  return `v1;t=${token};h=${trapFilled ? 1 : 0}`;
}

/** The signals in a header's value; none if it is not one of ours. */
export function readFormSignals(value: string): FormSignals {
  const [, token, trap] = shape.exec(value) ?? [];
  return { trapFilled: trap === '1', ...(token ? { token } : {}) };
}
