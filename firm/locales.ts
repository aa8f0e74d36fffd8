import type { Locales } from '../contract/translation.ts';

/**
 * The languages of the home page, the form, its answers and the acknowledgement besides English, by
 * their code. What a language does not say is in English; `npm run firm -- check` lists it.
 *
 * For Afrikaans, write `content/af/`, as in `testing/firms/karoo`, and add it here as `af`.
 */
export const locales: Locales = {};
