import { execFileSync } from 'node:child_process';
import { loadEnv } from 'vite';
import { describe, expect, it } from 'vitest';

import { companyEnv, companyFrom } from '#contract/company.ts';
import { firm } from '#firm/firm.ts';
import { isShipped } from '#support/firms/shipped.ts';
import { ensure } from '#support/programs.ts';
import type { Section } from '../content/legal-document.ts';
import { findStaleDocuments, printedDocuments } from './documents.ts';

const company = companyFrom(
  firm,
  loadEnv('production', process.cwd(), Object.keys(companyEnv.shape)),
);

/** Line breaks and spaces differ between pages and PDFs, and pages have word joiners. */
function withoutSpaces(text: string): string {
  return text.replace(/[\s\u2060]+/g, '');
}

function read(pdftotext: string, options: string[]): string[] {
  return execFileSync(pdftotext, options, { encoding: 'utf8' }).split('\f').slice(0, -1);
}

/** A sheet without its head and foot. */
function bodyOf(sheet: string): string {
  return sheet.replace(company.name, '').replace(/Page \d+ of \d+/, '');
}

function textsOf({ title, paragraphs, conditions = [], inner = [] }: Section): string[] {
  return [
    title,
    ...paragraphs.flatMap(({ text, items }) => [text, ...items]),
    ...conditions.flatMap(({ name, text }) => [name, text]),
    ...inner.flatMap(textsOf),
  ];
}

it('the committed PDFs are of today’s texts', () => {
  expect(findStaleDocuments(company)).toEqual([]);
});

it.runIf(isShipped)('another retention period is noticed, until the PDF is printed again', () => {
  expect(findStaleDocuments({ ...company, retentionMonths: 12 })).toEqual([
    expect.stringMatching(/^\/documents\/.*\.pdf is not today’s text/),
  ]);
});

it('a PDF that the firm wrote itself is neither due nor printed over', () => {
  // Any file in firm/public/ that we did not print.
  const ownDocument = '/fonts/public-sans-LICENSE.txt';
  const withOwn = { ...company, documents: { ...company.documents, paia: ownDocument } };
  expect(findStaleDocuments(withOwn)).toEqual([]);
  expect(printedDocuments(withOwn).map(({ path }) => path)).not.toContain('/paia');
  const absent = { ...company, documents: { ...company.documents, paia: '/documents/new.pdf' } };
  expect(findStaleDocuments(absent)).toHaveLength(1);
});

describe.each(printedDocuments(company))('the PDF of $path', ({ document, file }) => {
  const pdftotext = ensure('pdftotext');
  const sheets = read(pdftotext, [file, '-']);
  // One order keeps paragraphs whole that go on to the next sheet, the other those in columns.
  const text = withoutSpaces(
    [...sheets, ...read(pdftotext, ['-raw', file, '-'])].map(bodyOf).join(''),
  );
  const info = execFileSync(pdftotext.replace(/totext$/, 'info'), [file], { encoding: 'utf8' });

  it('has every text of the document, and numbered pages', () => {
    const texts = [
      ...[document.title, ...document.introduction, document.lastUpdated],
      ...document.sections.flatMap(textsOf),
    ];
    expect(texts.filter((wanted) => !text.includes(withoutSpaces(wanted)))).toEqual([]);
    for (const [index, sheet] of sheets.entries())
      expect(sheet).toContain(`Page ${index + 1} of ${sheets.length}`);
  });

  it('has its title, and structure for screen readers', () => {
    expect(info).toContain(document.title);
    expect(info).toMatch(/Tagged: +yes/);
  });
});
