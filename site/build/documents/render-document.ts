import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Company } from '../../../contract/company.ts';
import { findLinks } from '../../../design/find-links.ts';
import { palettes, typeface } from '../../../design/tokens.ts';
import { legalWords, type LegalDocument, type Section } from '../../content/legal-document.ts';
import { diagramOf, titleDrawing } from './drawings.ts';
import { declareAccessible, layOut } from './pdf.ts';

const folder = dirname(fileURLToPath(import.meta.url));
const template = readFileSync(join(folder, 'legal-document.typ'), 'utf8');

/**
 * Renders a document as a tagged PDF (PDF/UA), with the same bytes for the same content.
 *
 * @throws Error if a typeface lacks a character, or if the last update does not name a month.
 */
export async function renderDocument(document: LegalDocument, company: Company): Promise<Buffer> {
  const { name, addressLines, phone, email, siteUrl } = company;
  const contact = [addressLines.join(', '), `Phone ${phone} · ${email} · ${siteUrl}`];
  const data = {
    document: {
      ...document,
      introduction: document.introduction.map(findLinks),
      sections: document.sections.map(forLayout),
      contents: legalWords.contents,
      date: dateOf(document.lastUpdated),
    },
    firm: { name, contact: contact.map(findLinks) },
    colors: palettes.light,
    fonts: typeface,
    drawing: titleDrawing,
  };
  return declareAccessible(await layOut(template, data), document.title);
}

function forLayout({ paragraphs, conditions, inner, ...section }: Section): object {
  return {
    ...section,
    paragraphs: paragraphs.map(({ text, items, ...clause }) => ({
      ...clause,
      text: findLinks(text),
      items: items.map(findLinks),
    })),
    ...(conditions
      ? { conditions: { ...diagramOf(section.title, conditions), rows: conditions } }
      : {}),
    ...(inner ? { inner: inner.map(forLayout) } : {}),
  };
}

/**
 * The date of the PDF: the first day of the month in a text such as "Last updated: June 2024". The
 * current time would change the bytes with every build.
 */
function dateOf(lastUpdated: string) {
  const date = new Date(`1 ${lastUpdated.replace(/^.*: /, '')} UTC`);
  if (Number.isNaN(date.getTime())) throw new Error(`“${lastUpdated}” does not name a month.`);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: 1 };
}
