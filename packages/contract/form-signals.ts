/** Carries what the form knows about how it was filled in: `v2;ms=<elapsed time>;h=<0|1>`. */
export const formSignalsHeader = 'X-Form-Signals';

/** The hidden input, which only programs fill in: no browser and no password manager knows it. */
export const trapInputName = 'topic-other';

/** Its name in the last release. Pages that were open during the upgrade still send it. */
const lastTrapInputName = 'website';

export interface FormSignals {
  trapFilled: boolean;
  /** Milliseconds from opening the page to sending the form; undefined if unknown. */
  elapsed?: number | undefined;
}

// Version 1, of the last release, has a token instead of the time.
const shape = /^v(?:2;ms=(\d{1,12})?|1;t=[\w.-]{0,100});h=([01])$/;

export function writeFormSignals({ trapFilled, elapsed }: FormSignals): string {
  const time = elapsed === undefined ? '' : Math.round(elapsed);
  return `v2;ms=${time};h=${trapFilled ? 1 : 0}`;
}

/** Parses a header value. One in an unknown format counts as having no signals. */
export function readFormSignals(header: string | string[] | undefined): FormSignals {
  const [, elapsed, trap] = shape.exec(String(header)) ?? [];
  return { trapFilled: trap === '1', ...(elapsed ? { elapsed: Number(elapsed) } : {}) };
}

/** Reads the signals of a form that was posted without JavaScript, which has no time. */
export function readInputSignals(values: Record<string, unknown>): FormSignals {
  const isFilled = (name: string) => values[name] !== undefined && values[name] !== '';
  return { trapFilled: [trapInputName, lastTrapInputName].some(isFilled) };
}
