import type { Locales } from '../contract/translation.ts';

/**
 * The languages other than English, by their code. The home page, the form, the responses to it and
 * the acknowledgement are translated. Missing texts are shown in English, and
 * `npm run firm -- check` lists them.
 *
 * For Afrikaans, write `content/af/`, as in `testing/firms/karoo`, and add it here as `af`.
 */
export const locales: Locales = {};
