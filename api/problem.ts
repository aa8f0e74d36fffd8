import {
  contactFieldLabels,
  contactFieldNames,
  type ContactFormErrors,
} from '../contract/contact-form.ts';

export interface ProblemDetails {
  /** The first message for each field of the form that cannot be accepted. */
  errors?: ContactFormErrors;
  headers?: Record<string, string>;
  /** What is behind it in a word or two that are safe to log. */
  reason?: string;
  /** The fault behind an answer that should not have been given, for the log only. */
  cause?: unknown;
}

/** An answer other than success. Its message is a sentence for whoever sent the request. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly errors: ContactFormErrors | undefined;
  readonly headers: Record<string, string>;
  readonly reason: string | undefined;

  constructor(status: number, sentence: string, details: ProblemDetails = {}) {
    super(sentence, { cause: details.cause });
    this.status = status;
    this.errors = details.errors;
    this.headers = details.headers ?? {};
    this.reason = details.reason;
  }
}

export function invalidForm(errors: ContactFormErrors): Problem {
  return new Problem(400, 'Please correct the form and send it again.', { errors });
}

export function unsupportedType(): Problem {
  return new Problem(
    415,
    'Please send the form as application/json or application/x-www-form-urlencoded.',
    { headers: { 'Accept-Post': 'application/json, application/x-www-form-urlencoded' } },
  );
}

export function unsupportedCharset(): Problem {
  return new Problem(415, 'Please send the form in UTF-8.');
}

export function compressed(): Problem {
  return new Problem(415, 'Please send the form without compressing it.');
}

export function tooManyRequests(seconds: number): Problem {
  return new Problem(
    429,
    `Too many messages have come from your network. Please try again in ${inWords(seconds)}.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

export function tooManyForEmail(seconds: number): Problem {
  return new Problem(
    429,
    `Too many messages have come from this e-mail address. Please try again in ${inWords(seconds)}.`,
    { headers: { 'Retry-After': String(seconds) }, reason: 'e-mail limit' },
  );
}

export function tooManyForUs(seconds: number): Problem {
  return new Problem(
    429,
    `More messages are coming in than we can take. Please try again in ${inWords(seconds)}.`,
    { headers: { 'Retry-After': String(seconds) }, reason: 'limit for all' },
  );
}

export function unavailable(reason: string): Problem {
  const seconds = 10;
  return new Problem(
    503,
    `We cannot take your message at the moment. Please try again in ${inWords(seconds)}.`,
    { headers: { 'Retry-After': String(seconds) }, reason },
  );
}

/** One sentence for each field, such as `Email: Please enter a valid email address.` */
export function fieldSentences(errors: ContactFormErrors): string[] {
  return contactFieldNames.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [`${contactFieldLabels[name]}: ${message}.`];
  });
}

/** A waiting time, such as `45 seconds` or `3 minutes`. */
export function inWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
