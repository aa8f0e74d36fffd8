import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Company } from '../../../contract/company.ts';
import { findLinks } from '../../../design/find-links.ts';
import { palettes, typeface } from '../../../design/tokens.ts';
import { aboutFor } from '../../../firm/content/en/about.ts';
import { homeFor } from '../../../firm/content/en/home.ts';
import { proof } from '../../../firm/content/en/proof.ts';
import { questions } from '../../../firm/content/en/questions.ts';
import { institute, services, specimenMark } from '../../../firm/content/en/services.ts';
import { rowsOf } from '../../content/specimen.ts';
import { titleDrawing } from './drawings.ts';
import { declareAccessible, layOut } from './pdf.ts';

const folder = dirname(fileURLToPath(import.meta.url));
const template = readFileSync(join(folder, 'profile.typ'), 'utf8');

/**
 * Renders the firm's two-page profile for boards as a tagged PDF (PDF/UA): services, the first 90
 * days, two specimens, the fee, contact details and, if there is room, proof and further questions.
 *
 * @throws Error if a typeface lacks a character.
 */
export async function renderProfile(company: Company): Promise<Buffer> {
  const { name, addressLines, phone, email, siteUrl } = company;
  const { hero, services: section, contact } = homeFor(company);
  const { promise, first90Days } = aboutFor(company);
  const [fee, ...further] = questions.questions;
  const specimens = services.flatMap(({ specimen }) => specimen ?? []).slice(0, 2);
  const lines = [addressLines.join(', '), `Phone ${phone} · ${email} · ${siteUrl}`];
  const data = {
    firm: { name, contact: lines.map(findLinks) },
    hero,
    services: {
      title: section.title,
      all: services.map(({ name: title, text }) => ({ title, text })),
    },
    promise,
    ...pick('plan', first90Days),
    specimens: specimens.map((specimen) => ({ ...specimen, rows: rowsOf(specimen) })),
    institute,
    specimenMark,
    ...pick('fee', fee),
    questions: further,
    ...pick('clients', proof.clients),
    ...pick('testimonials', proof.testimonials),
    contact,
    colors: palettes.light,
    fonts: typeface,
    drawing: titleDrawing,
  };
  return declareAccessible(await layOut(template, data), name);
}

/** An object with one entry, or an empty one: the template tests whether the key exists. */
function pick(key: string, value: object | undefined): object {
  return value === undefined ? {} : { [key]: value };
}
