import { createContext, useContext } from 'react';

import { companyFrom } from '../../contract/company.ts';
import { english, translate } from '../../contract/translation.ts';
import { words } from '../../contract/words.ts';
import { aboutFor } from '../../firm/content/en/about.ts';
import { homeFor } from '../../firm/content/en/home.ts';
import { privacyNotice } from '../../firm/content/en/privacy.ts';
import { proof } from '../../firm/content/en/proof.ts';
import { questions } from '../../firm/content/en/questions.ts';
import { services } from '../../firm/content/en/services.ts';
import { firm } from '../../firm/firm.ts';
import { locales } from '../../firm/locales.ts';

/** The language of a page; English unless a provider sets another. */
export const Locale = createContext(english);

/** The texts of the page that is being rendered. */
export function useContent(): SiteContent {
  return contentIn(useContext(Locale));
}

export type SiteContent = ReturnType<typeof contentFor>;
const known = new Map<string, SiteContent>();

/** All texts in one of the firm's languages. */
export function contentIn(locale: string): SiteContent {
  const content = known.get(locale) ?? contentFor(locale);
  known.set(locale, content);
  return content;
}

function contentFor(locale: string) {
  const language = locales[locale];
  const company = companyFrom(translate(firm, language?.firm), import.meta.env);
  const texts = {
    home: homeFor(company),
    about: aboutFor(company),
    services,
    proof,
    questions,
    notice: privacyNotice(company),
  };
  return {
    locale,
    company,
    ...translate(texts, language?.contentFor(company)),
    words: translate(words, language?.words),
    /** Makes links to the home page and its sections keep the language. Other pages are English. */
    linkTo: (path: string) => (language ? path.replace(/^\/(?=#|$)/, homePath(locale)) : path),
  };
}

/** The path of the home page in a language. */
export function homePath(locale: string): string {
  return locale === english ? '/' : `/${locale}`;
}
