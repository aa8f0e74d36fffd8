import { setTitle } from './frame.ts';
import { legalWords, type LegalDocument, type Section } from '../../content/legal-document.ts';
import { markerOf, page, styles } from './layout.ts';
import { drawArtifact, drawRule, openTag, type Tag } from './pdf.ts';
import { drawText, linesOf, measureIn, setBlock } from './set-text.ts';
import type { Sheet } from './sheet.ts';

const width = page.right - page.left;

/** Sets the firm's name, the title and the introduction. */
export function setTitlePage(
  sheet: Sheet,
  { title, introduction }: LegalDocument,
  firm: string,
): void {
  const { pdf, root } = sheet;
  setTitle(sheet, title, firm);
  sheet.y += 34;
  for (const text of introduction) {
    const lines = linesOf(pdf, text, styles.lead, width);
    setBlock(sheet, root, 'P', lines, styles.lead, page.left);
    sheet.skip(8);
  }
  sheet.skip(16);
}

const rowHeight = 17;

/** Sets the table of contents, with links to the sections. A draft has no page numbers yet. */
export function setContents(
  sheet: Sheet,
  entries: Section[],
  pages?: ReadonlyMap<string, number>,
): void {
  sheet.keep(styles.subheading.leading + 4 * rowHeight);
  setBlock(sheet, sheet.root, 'H2', [legalWords.contents], styles.subheading, page.left);
  sheet.y += 6;
  const contents = openTag(sheet.pdf, sheet.root, 'TOC');
  for (const entry of entries) {
    sheet.keep(rowHeight);
    setEntry(sheet, contents, entry, String(pages?.get(entry.id) ?? ''));
    sheet.y += rowHeight;
  }
  contents.end();
}

function setEntry(
  { pdf, y }: Sheet,
  contents: Tag,
  { id, marker, title }: Section,
  pageNumber: string,
): void {
  drawArtifact(pdf, 'Layout', () => drawRule(pdf, y));
  const item = openTag(pdf, contents, 'TOCI');
  const link = openTag(pdf, openTag(pdf, item, 'Reference'), 'Link');
  const inRow = y + 1.25;
  link.add(() => {
    if (marker) drawText(pdf, `${marker} `, markerOf(styles.label), { x: page.left, y: inRow });
    drawText(pdf, `${title} `, styles.body, { x: page.text, y: inRow });
    const x = page.right - measureIn(pdf, styles.label)(pageNumber);
    drawText(pdf, pageNumber, styles.label, { x, y: inRow });
  });
  // The library writes a plain string as a name, so the description must be a String object.
  const options = { structParent: link, Contents: Object(`${title}, ${pageNumber}`) as string };
  pdf.goTo(page.left, y, page.right - page.left, rowHeight, id, options);
  item.end();
}
