import { existsSync } from 'node:fs';
import * as z from 'zod/mini';

import { builtDocuments, companyFrom, type Firm } from '../../../contract/company.ts';
import { mistakesIn } from '../../../contract/firm-content.ts';
import { english } from '../../../contract/translation.ts';
import { words, type Words } from '../../../contract/words.ts';
import { aboutFor } from '../../../firm/content/en/about.ts';
import { homeFor } from '../../../firm/content/en/home.ts';
import { paiaFor } from '../../../firm/content/en/paia.ts';
import {
  PRIVACY_NOTICE_VERSION as version,
  privacyNotice,
} from '../../../firm/content/en/privacy.ts';
import { proof } from '../../../firm/content/en/proof.ts';
import { questions } from '../../../firm/content/en/questions.ts';
import { services } from '../../../firm/content/en/services.ts';
import { termsFor } from '../../../firm/content/en/terms.ts';
import { firm } from '../../../firm/firm.ts';
import { locales } from '../../../firm/locales.ts';
import { theme } from '../../../firm/theme.ts';
import { contentIn } from '../../content/locale.ts';
import { findPictureMistakes } from '../pictures.ts';
import { findLogoMistakes } from './logo-module.ts';
import { flat } from './placeholders.ts';

const publicFolder = new URL('../../../firm/public/', import.meta.url);

/** Returns a message for each mistake in firm/, with its file and, for content, its entry. */
export async function findMistakes(): Promise<string[]> {
  // Without a locale, messages about missing entries say only that they are invalid.
  z.config(z.locales.en());
  // The content is built from the facts, so it is checked only if the facts are right.
  const inFacts = mistakesIn({ 'firm.ts': { firm } });
  const mistakes =
    inFacts.length > 0 ? inFacts : [...mistakesIn(content()), ...mistakesInLanguages()];
  if (mistakes.length === 0) {
    mistakes.push(...missingDocuments(firm.documents), ...(await findPictureMistakes()));
  }
  return [...mistakes, ...(await findLogoMistakes())];
}

/**
 * Returns a message for each document that has a path on this site, but is neither built nor in
 * firm/public/.
 */
export function missingDocuments(documents: Firm['documents']): string[] {
  const built = Object.values(builtDocuments);
  return Object.entries(documents).flatMap(([name, path]) => {
    const isThere = built.includes(path) || existsSync(new URL(`.${path}`, publicFolder));
    return isThere || !path.startsWith('/')
      ? []
      : [`firm/firm.ts: documents.${name}: there is no ${path} in firm/public/`];
  });
}

/**
 * Checks everything in firm/ before a build.
 *
 * @throws Error that names each mistake.
 */
export async function checkFirm(): Promise<void> {
  const mistakes = await findMistakes();
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
}

function content() {
  const company = companyFrom(firm);
  return {
    'theme.ts': { theme },
    'content/en/home.ts': { home: homeFor(company) },
    'content/en/services.ts': { services },
    'content/en/about.ts': { about: aboutFor(company) },
    'content/en/proof.ts': { proof },
    'content/en/questions.ts': { questions },
    'content/en/terms.ts': { terms: termsFor(company) },
    'content/en/paia.ts': { paia: paiaFor(company) },
    'content/en/privacy.ts': { privacy: { version, notice: privacyNotice(company) } },
  };
}

function mistakesInLanguages(): string[] {
  return Object.keys(locales).flatMap((locale) => {
    if (!/^(?!en$)[a-z]{2,3}$/.test(locale)) {
      return [`firm/locales.ts: ${locale}: must be the code of another language, such as af`];
    }
    const { home, about, services, proof, questions, ...others } = contentIn(locale);
    const { notice, company, words: translated } = others;
    const inContent = mistakesIn({
      'content/en/home.ts': { home },
      'content/en/services.ts': { services },
      'content/en/about.ts': { about },
      'content/en/proof.ts': { proof },
      'content/en/questions.ts': { questions },
    });
    const inOthers = Object.entries(flat({ notice, company, words: translated }))
      .filter(([, text]) => text.includes('$'))
      .map(([place]) => `firm/content/en: ${place}: must not have a dollar sign`);
    return [...inContent, ...inOthers, ...mistakesInWords(translated)].map((mistake) =>
      mistake.replace('content/en', `content/${locale}`),
    );
  });
}

/**
 * Returns a message for each translated sentence whose names in braces, such as `{time}`, differ
 * from those in the English sentence.
 */
export function mistakesInWords(translated: Words): string[] {
  const inEnglish = flat({ words });
  return Object.entries(flat({ words: translated })).flatMap(([place, text]) => {
    const names = namesIn(inEnglish[place] ?? '');
    // 'One character left' needs no number.
    const isComplete = place.endsWith('.one') || names.every((name) => text.includes(name));
    const isKnown = namesIn(text).every((name) => names.includes(name));
    const wanted = names.length > 0 ? names.join(' and ') : 'no braces';
    return isComplete && isKnown ? [] : [`firm/content/en: ${place}: must have ${wanted}`];
  });
}

function namesIn(text: string): string[] {
  return text.match(/\{\w+\}/g) ?? [];
}

/** The sentences that are still in English because a language lacks them, with their places. */
export function findUntranslated(languages = locales): string[] {
  const { company, linkTo: _, ...texts } = contentIn(english);
  const sentences = Object.entries(flat(texts)).filter(
    // Excludes ids, addresses and the names of other parties.
    ([place, text]) => /[\s\p{Lu}]/u.test(text) && !/^proof\..*\.(?:name|institution)$/.test(place),
  );
  return Object.entries(languages).flatMap(([locale, language]) => {
    const own = flat({ ...language.contentFor(company), words: language.words });
    return sentences
      .filter(([place]) => own[place] === undefined)
      .map(([place, text]) => `firm/content/${locale}: ${place}: ${text}`);
  });
}
