import type { Company } from '../../contract/company.ts';
import { dressPage } from './dress-page.ts';
import { createPdf, finishPdf } from './pdf.ts';
import { listedSections, type PrintedDocument } from './printed-document.ts';
import { requireGlyphs } from './require-glyphs.ts';
import { setColophon } from './set-colophon.ts';
import { setContents } from './set-contents.ts';
import { setSection } from './set-section.ts';
import { setTitlePage } from './set-title-page.ts';
import { Sheet } from './sheet.ts';

interface Pagination {
  total: number;
  sectionPages: ReadonlyMap<string, number>;
}

/** Renders a document as a tagged PDF, with the same bytes for the same content. */
export async function renderDocument(document: PrintedDocument, company: Company): Promise<Buffer> {
  // Only a finished layout knows its page numbers, so it is made twice.
  const draft = compose(document, company, { total: 0, sectionPages: new Map() });
  const { pageNumber: total, sectionPages } = draft;
  return finishPdf(compose(document, company, { total, sectionPages }).pdf);
}

function compose(document: PrintedDocument, company: Company, pagination: Pagination): Sheet {
  const { title, sections, lastUpdated } = document;
  const pdf = createPdf({ title, author: company.name, date: dateOf(lastUpdated) });
  requireGlyphs(pdf, [JSON.stringify(document), ...companyWords(company)]);
  const sheet = new Sheet(pdf, (page) => dressPage(page, document, company.name, pagination.total));
  setTitlePage(sheet, document, company.name);
  setContents(sheet, listedSections(sections), pagination.sectionPages);
  if (sheet.pageNumber === 1) sheet.turn();
  for (const section of sections) setSection(sheet, sheet.root, section);
  setColophon(sheet, company, lastUpdated);
  sheet.root.end();
  return sheet;
}

function companyWords({ name, addressLines, phone, email, siteUrl }: Company): string[] {
  return [name, ...addressLines, phone, email, siteUrl];
}

/** The first day of the month in "Last updated: June 2024", since a clock would change the bytes. */
function dateOf(lastUpdated: string): Date {
  const date = new Date(`1 ${lastUpdated.replace(/^.*: /, '')} UTC`);
  if (Number.isNaN(date.getTime())) throw new Error(`“${lastUpdated}” does not name a month.`);
  return date;
}
