import { beforeAll, describe, expect, it } from 'vitest';

import { companyFrom } from '../../../contract/company.ts';
import { firm } from '../../../firm/firm.ts';
import { regulator } from '../../../firm/content/en/privacy.ts';
import { readPdf, type ReadPdf } from '../../../testing/site/read-pdf.ts';
import {
  listedSections,
  paiaFor,
  termsFor,
  type LegalDocument,
} from '../../content/legal-document.ts';
import { renderDocument } from './render-document.ts';

const company = companyFrom(firm);
const documents: { document: LegalDocument; wanted: string[]; links: string[] }[] = [
  { document: termsFor(company), wanted: wordsOfTerms(), links: [company.email] },
  {
    document: paiaFor(company),
    wanted: wordsOfManual(),
    links: [company.informationOfficer.email, regulator.complaints],
  },
];

describe.each(documents)('the PDF $document.title', ({ document, wanted, links }) => {
  const { title, sections } = document;
  let bytes: Buffer;
  let pdf: ReadPdf;

  beforeAll(async () => {
    bytes = await renderDocument(document, company);
    pdf = readPdf(bytes);
  });

  it('has every word of the document, in order', () => {
    expectInOrder(pdf.text, wanted);
  });

  it('has a title and a language, and declares PDF/UA', () => {
    expect(pdf).toMatchObject({ title, language: 'en-ZA', tagged: true, showsTitle: true });
    const source = bytes.toString('latin1');
    expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(source).toContain(`>${title.replace('&', '&amp;')}</rdf:li>`);
  });

  it('marks up headings, paragraphs, lists, the table of contents and links', () => {
    const roles = ['H1', 'H2', 'P', 'L', 'LI', 'Lbl', 'LBody', 'TOC', 'TOCI', 'Link'];
    expect(pdf.roles).toEqual(expect.arrayContaining(roles));
    expect(pdf.roles.filter((role) => role === 'H1')).toHaveLength(1);
  });

  it('numbers its pages, and hides the running heads from screen readers', () => {
    for (const [index, text] of pdf.pages.entries()) {
      expect(text).toContain(`Page ${index + 1} of ${pdf.pages.length}`);
    }
    expect(pdf.text).not.toContain('Page 1 of');
  });

  it('lists each section with its page in the table of contents', () => {
    for (const section of listedSections(sections)) {
      const entry = `${section.marker ?? ''} ${section.title}`.trim();
      const [, number] = new RegExp(`${entry} (\\d+)`).exec(pdf.text) ?? [];
      expect(pdf.pages[Number(number) - 1], entry).toContain(entry);
    }
  });

  it('links the email addresses, the site and the phone number', () => {
    const mails = links.map((address) => `mailto:${address}`);
    const hrefs = [...mails, company.siteUrl, company.phoneHref];
    expect(pdf.links).toEqual(expect.arrayContaining(hrefs));
  });

  it('has the diagram of the POPI Act if a section has its conditions, otherwise no figure', () => {
    const isShown = sections.some(({ conditions }) => conditions);
    expect(pdf.roles.includes('Figure')).toBe(isShown);
  });

  it('is smaller than 120 kB, and identical each time', async () => {
    expect((await renderDocument(document, company)).equals(bytes)).toBe(true);
    expect(bytes.length).toBeLessThan(120_000);
  });
});

function wordsOfTerms(): string[] {
  const { title, introduction, sections, lastUpdated } = termsFor(company);
  const words = sections.flatMap(({ marker, title: heading, paragraphs }) => [
    `${marker} ${heading}`,
    ...paragraphs.flatMap(({ label, text, items }) => [
      `${label} ${text}`,
      ...items.map((item, index) => `(${'abcdefgh'[index]}) ${item}`),
    ]),
  ]);
  return [title, ...introduction, 'Contents', ...words, lastUpdated];
}

function wordsOfManual(): string[] {
  const { title, introduction, lastUpdated, sections: all } = paiaFor(company);
  const [privacy, lawful, ...sections] = all;
  return [
    ...[title, ...introduction, 'Contents', privacy?.title ?? ''],
    ...(privacy?.inner ?? []).flatMap(({ marker, title: heading, paragraphs }) => [
      `${marker} ${heading}`,
      ...paragraphs.map(({ text }) => text),
    ]),
    ...[lawful?.title ?? '', lawful?.paragraphs[0]?.text ?? ''],
    ...(lawful?.conditions ?? []).flatMap(({ name, text }, at) => [`${at + 1} ${name}`, text]),
    ...sections.flatMap((section) => [
      section.title,
      ...section.paragraphs.flatMap(({ text, items }) => [text, ...items.map((i) => `– ${i}`)]),
    ]),
    lastUpdated,
  ];
}

function expectInOrder(text: string, wanted: string[]): void {
  let end = 0;
  for (const passage of wanted) {
    const start = text.indexOf(passage, end);
    expect(start, passage).toBeGreaterThanOrEqual(end);
    end = start + passage.length;
  }
}
