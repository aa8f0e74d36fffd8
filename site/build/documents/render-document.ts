import type { Company } from '../../../contract/company.ts';
import { legalWords, listedSections, type LegalDocument } from '../../content/legal-document.ts';
import { brass, page, styles } from './layout.ts';
import { createPdf, drawArtifact, drawRule, finishPdf, requireGlyphs } from './pdf.ts';
import { setSection } from './set-section.ts';
import { drawText, linesOf, measureIn, setBlock } from './set-text.ts';
import { setContents, setTitlePage } from './set-title-page.ts';
import { Sheet } from './sheet.ts';

/** Renders a document as a tagged PDF, with the same bytes for the same content. */
export async function renderDocument(document: LegalDocument, company: Company): Promise<Buffer> {
  // Only a finished layout knows its page numbers, so it is made twice.
  const draft = compose(document, company);
  return finishPdf(compose(document, company, draft).pdf);
}

function compose(document: LegalDocument, company: Company, draft?: Sheet): Sheet {
  const { title, sections, lastUpdated } = document;
  const pdf = createPdf(title, company.name, dateOf(lastUpdated));
  const { name, addressLines, phone, email, siteUrl } = company;
  requireGlyphs(pdf, [JSON.stringify(document), name, ...addressLines, phone, email, siteUrl]);
  const sheet = new Sheet(pdf, (started) =>
    drawHeadAndFoot(started, document, company.name, draft?.pageNumber ?? 0),
  );
  setTitlePage(sheet, document, company.name);
  setContents(sheet, listedSections(sections), draft?.sectionPages);
  if (sheet.pageNumber === 1) sheet.turn();
  for (const section of sections) setSection(sheet, sheet.root, section);
  setColophon(sheet, company, lastUpdated);
  sheet.root.end();
  return sheet;
}

/** The first day of the month in "Last updated: June 2024", since a clock would change the bytes. */
function dateOf(lastUpdated: string): Date {
  const date = new Date(`1 ${lastUpdated.replace(/^.*: /, '')} UTC`);
  if (Number.isNaN(date.getTime())) throw new Error(`“${lastUpdated}” does not name a month.`);
  return date;
}

/** Adds the running head, but for the first page, and the foot with the number of the page. */
function drawHeadAndFoot(
  sheet: Sheet,
  { title, lastUpdated }: LegalDocument,
  firm: string,
  total: number,
): void {
  drawArtifact(sheet.pdf, 'Pagination', () => {
    if (sheet.pageNumber > 1) {
      drawPair(sheet, firm, title, page.head);
      drawRule(sheet.pdf, page.head + 20);
    }
    drawRule(sheet.pdf, page.foot - 8);
    drawPair(sheet, lastUpdated, legalWords.pageOf(sheet.pageNumber, total), page.foot);
  });
}

function drawPair({ pdf }: Sheet, left: string, right: string, y: number): void {
  const x = page.right - measureIn(pdf, styles.small)(right);
  const [fitting = left, ...rest] = linesOf(pdf, left, styles.small, x - page.left - 24);
  const shown = rest.length > 0 ? `${fitting} …` : fitting;
  drawText(pdf, shown, styles.small, { x: page.left, y });
  drawText(pdf, right, styles.small, { x, y });
}

/** Ends the document with its date and with how to reach the firm. */
function setColophon(sheet: Sheet, company: Company, lastUpdated: string): void {
  const { pdf, root } = sheet;
  const contact = [`${legalWords.telephone} ${company.phone}`, company.email, company.siteUrl];
  const rows = [
    { text: lastUpdated, style: styles.label },
    { text: company.name, style: styles.strong },
    { text: company.addressLines.join(', '), style: styles.body },
    { text: contact.join(' · '), style: styles.body },
  ].map(({ text, style }) => ({
    style,
    lines: linesOf(pdf, text, style, page.right - page.text),
  }));

  sheet.skip(24);
  sheet.keep(rows.flatMap(({ lines }) => lines).length * styles.body.leading + 16);
  const { y } = sheet;
  drawArtifact(pdf, 'Layout', () => drawRule(pdf, y, { weight: 1.5, color: brass }));
  sheet.y += 12;
  for (const { lines, style } of rows) setBlock(sheet, root, 'P', lines, style, page.text);
}
