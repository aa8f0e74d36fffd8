import type { Company } from '../../../contract/company.ts';
import { legalWords, listedSections, type LegalDocument } from '../../content/legal-document.ts';
import { drawHeadAndFoot, setColophon } from './frame.ts';
import { createPdf, finishPdf, requireGlyphs } from './pdf.ts';
import { setSection } from './set-section.ts';
import { setContents, setTitlePage } from './set-title-page.ts';
import { Sheet } from './sheet.ts';

/** Renders a document as a tagged PDF, with the same bytes for the same content. */
export async function renderDocument(document: LegalDocument, company: Company): Promise<Buffer> {
  // Rendered twice, because page numbers are only known once the layout is finished.
  const draft = compose(document, company);
  return finishPdf(compose(document, company, draft).pdf);
}

function compose(document: LegalDocument, company: Company, draft?: Sheet): Sheet {
  const { title, sections, lastUpdated } = document;
  const pdf = createPdf(title, company.name, dateOf(lastUpdated));
  const { name, addressLines, phone, email, siteUrl } = company;
  requireGlyphs(pdf, [JSON.stringify(document), name, ...addressLines, phone, email, siteUrl]);
  const sheet = new Sheet(pdf, (started) =>
    drawHeadAndFoot(started, {
      firm: company.name,
      title,
      foot: lastUpdated,
      number: legalWords.pageOf(started.pageNumber, draft?.pageNumber ?? 0),
    }),
  );
  setTitlePage(sheet, document, company.name);
  setContents(sheet, listedSections(sections), draft?.sectionPages);
  if (sheet.pageNumber === 1) sheet.turn();
  for (const section of sections) setSection(sheet, sheet.root, section);
  setColophon(sheet, company, lastUpdated);
  sheet.root.end();
  return sheet;
}

/**
 * The date of the PDF: the first day of the month in "Last updated: June 2024", because the current
 * time would change the bytes.
 */
function dateOf(lastUpdated: string): Date {
  const date = new Date(`1 ${lastUpdated.replace(/^.*: /, '')} UTC`);
  if (Number.isNaN(date.getTime())) throw new Error(`“${lastUpdated}” does not name a month.`);
  return date;
}
