import * as z from 'zod/mini';

import { companyFrom } from '../../../contract/company.ts';
import { mistakesIn } from '../../../contract/firm-content.ts';
import { aboutFor } from '../../../firm/content/about.ts';
import { homeFor } from '../../../firm/content/home.ts';
import { paiaFor } from '../../../firm/content/paia.ts';
import { PRIVACY_NOTICE_VERSION as version, privacyNotice } from '../../../firm/content/privacy.ts';
import { services } from '../../../firm/content/services.ts';
import { termsFor } from '../../../firm/content/terms.ts';
import { firm } from '../../../firm/firm.ts';
import { theme } from '../../../firm/theme.ts';
import { isLogoCurrent } from './logo-module.ts';

/** Every mistake in firm/, with its file and entry. */
export async function findMistakes(): Promise<string[]> {
  // Without it, messages about missing entries say only that they are invalid.
  z.config(z.locales.en());
  // The content is made from the facts.
  const inFacts = mistakesIn({ 'firm.ts': { firm } });
  const mistakes = inFacts.length > 0 ? inFacts : mistakesIn(content());
  if (!(await isLogoCurrent())) {
    mistakes.push('firm/logo.ts: does not match logo.svg and theme.ts: run npm run firm -- logo');
  }
  return mistakes;
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
    'content/home.ts': { home: homeFor(company) },
    'content/services.ts': { services },
    'content/about.ts': { about: aboutFor(company) },
    'content/terms.ts': { terms: termsFor(company) },
    'content/paia.ts': { paia: paiaFor(company) },
    'content/privacy.ts': { privacy: { version, notice: privacyNotice(company) } },
  };
}
