import { expect, it } from 'vitest';

import { companyFrom } from '#contract/company.ts';
import { contactField, contactFieldNames } from '#contract/contact-fields.ts';
import { pageWords } from '#contract/page-words.ts';
import { privacyNotice } from '#firm/content/privacy.ts';
import { firm } from '#firm/firm.ts';
import { isShipped } from '#support/firms/shipped.ts';
import { paiaFor, termsFor } from './legal-document.ts';

const company = companyFrom({ ...firm, name: 'Meridian Secretariat' }, { RETENTION_MONTHS: '18' });
const terms = termsFor(company);
const paia = paiaFor(company);

it('the terms name the firm, number every clause and cite only clauses that exist', () => {
  expect(terms.introduction.join(' ')).toContain('Meridian Secretariat');
  for (const { marker, paragraphs } of terms.sections) {
    expect(paragraphs.map(({ label }) => label)).toEqual(
      paragraphs.map((_, index) => marker && `${marker}.${index + 1}`),
    );
  }
  const clauses = terms.sections.flatMap(({ paragraphs }) => paragraphs);
  const numbers = clauses.map(({ label }) => label);
  const cited = JSON.stringify(clauses.map(({ text }) => text));
  for (const [citation] of cited.matchAll(/\b[A-M]\.\d+/g)) expect(numbers).toContain(citation);
});

it('the privacy notice links to a section of the manual that names every field', () => {
  const [page, anchor] = pageWords.contact.privacy.href.split('#');
  expect(page).toBe('/paia');
  const enquiries = JSON.stringify(paia.sections.find(({ id }) => id === anchor));
  const text = enquiries.replaceAll('-', '').toLowerCase();
  const fields = contactFieldNames.map(contactField);
  for (const { label } of fields) expect(text).toContain(label.toLowerCase());
  if (!isShipped) return;
  const allAreNeeded = fields.every(({ optional }) => !optional);
  expect(text.includes('all its fields are needed')).toBe(allAreNeeded);
  for (const words of ['Meridian Secretariat', '18 months', 'voluntary']) {
    expect(enquiries).toContain(words);
    expect(privacyNotice(company)).toContain(words);
  }
});
