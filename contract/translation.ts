import type { Company, Firm } from './company.ts';
import type { About, Home, Questions, Service } from './firm-content.ts';
import type { Proof } from './firm-proof.ts';
import type { Words } from './words.ts';

/** Texts in another language. A missing part is shown in English. */
export type Translation<Texts> = Texts extends string | number | boolean | undefined
  ? Texts extends string
    ? string
    : Texts
  : { [Part in keyof Texts]?: Translation<Texts[Part]> };

interface Content {
  home: Home;
  about: About;
  services: Service[];
  proof: Proof;
  questions: Questions;
  notice: string;
}

interface Language {
  /** The language's name in that language, for the link to it. */
  name: string;
  /** The translated facts about the firm, such as the days of its business hours. */
  firm: Translation<Firm>;
  words: Translation<Words>;
  contentFor: (company: Company) => Translation<Content>;
}

/** The languages other than English, by their code, such as `af`. */
export type Locales = Record<string, Language>;

export const english = 'en';

/** Translates the texts. Those without a translation stay in English. */
export function translate<Texts>(
  texts: Texts,
  translation: NoInfer<Translation<Texts>> | undefined,
): Texts {
  if (translation === undefined || typeof texts !== 'object' || texts === null) {
    return (translation ?? texts) as Texts;
  }
  const own = translation as Record<string, undefined>;
  const parts = Object.entries(texts).map(([name, text]: [string, unknown]) => {
    return [name, translate(text, own[name])] as const;
  });
  return (
    Array.isArray(texts) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
  ) as Texts;
}

/** The name of a language in English, for staff. */
export function languageName(locale: string): string {
  return new Intl.DisplayNames('en-ZA', { type: 'language' }).of(locale) ?? locale;
}

/** Replaces the `{names}` in a sentence with their values, or with nothing if they have none. */
export function fillIn(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
