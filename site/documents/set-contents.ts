import { line, page, text as styles } from './layout.ts';
import type { Tag } from './pdf.ts';
import type { PrintedSection } from './printed-document.ts';
import { drawText, measureIn, setLines } from './set-text.ts';
import type { Sheet } from './sheet.ts';
import { drawArtifact, openTag } from './tags.ts';
import { words } from './words.ts';

const rowHeight = 17;

/** Sets the table of contents, in which each row leads to its section. */
export function setContents(
  sheet: Sheet,
  entries: PrintedSection[],
  pages: ReadonlyMap<string, number>,
): void {
  sheet.keep(styles.subheading.leading + 4 * rowHeight);
  const heading = openTag(sheet.pdf, sheet.root, 'H2');
  setLines(sheet, heading, [words.contents], styles.subheading, page.left);
  heading.end();
  sheet.y += 6;
  const contents = openTag(sheet.pdf, sheet.root, 'TOC');
  for (const entry of entries) {
    sheet.keep(rowHeight);
    setEntry(sheet, contents, entry, String(pages.get(entry.id) ?? ''));
    sheet.y += rowHeight;
  }
  contents.end();
}

function setEntry(
  { pdf, y }: Sheet,
  contents: Tag,
  { id, marker, title }: PrintedSection,
  pageNumber: string,
): void {
  drawArtifact(pdf, 'Layout', () => {
    pdf.lineWidth(0.5).moveTo(page.left, y).lineTo(page.right, y).stroke(line);
  });
  const item = openTag(pdf, contents, 'TOCI');
  const link = openTag(pdf, openTag(pdf, item, 'Reference'), 'Link');
  const inRow = y + 1.25;
  link.add(() => {
    if (marker) drawText(pdf, `${marker} `, styles.brassLabel, { x: page.left, y: inRow });
    drawText(pdf, `${title} `, styles.body, { x: page.text, y: inRow });
    const x = page.right - measureIn(pdf, styles.label)(pageNumber);
    drawText(pdf, pageNumber, styles.label, { x, y: inRow });
  });
  // The library writes a plain string as a name, so the description must be a String object.
  const options = { structParent: link, Contents: Object(`${title}, ${pageNumber}`) };
  pdf.goTo(page.left, y, page.right - page.left, rowHeight, id, options);
  item.end();
}
