import { localeInputName } from '../contract/form-signals.ts';
import { english, translate } from '../contract/translation.ts';
import { words, type Words } from '../contract/words.ts';
import { locales } from '../firm/locales.ts';
import { Problem } from '../platform/http/problem.ts';

/** The language named by the form in a request's body; English if the firm does not use it. */
export function localeOf(body: unknown): string {
  const { [localeInputName]: named } = (body ?? {}) as Record<string, unknown>;
  return typeof named === 'string' && Object.hasOwn(locales, named) ? named : english;
}

export function wordsIn(locale: string): Words {
  return translate(words, locales[locale]?.words);
}

/**
 * Replaces a problem's message with the translation for its status. Keeps the message if the locale
 * is English, or if there is no translation for the status.
 */
export function problemIn(locale: string, problem: Problem): Problem {
  const { status, headers } = problem;
  const sentences: Record<number, string | undefined> = wordsIn(locale).answer.problems;
  const sentence = sentences[status];
  // The message of an invalid form (400) is already in the right language.
  if (locale === english || status === 400 || sentence === undefined) return problem;
  return new Problem(status, sentence, { headers });
}
