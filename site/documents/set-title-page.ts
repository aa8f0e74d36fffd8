import { mark } from '../art/mark.ts';
import { balanceLines } from './break-lines.ts';
import { drawRings } from './draw-rings.ts';
import { brass, page, teal, text as styles } from './layout.ts';
import type { PrintedDocument } from './printed-document.ts';
import { linesOf, measureIn, setLines } from './set-text.ts';
import type { Sheet } from './sheet.ts';
import { drawArtifact, openTag } from './tags.ts';

const titleTop = 184;
const brandLeft = page.left + 34;
/** The drawing hangs in the corner, so a long name keeps to the left of it. */
const brandWidth = 270;
const width = page.right - page.left;

/** Sets the firm's name, the title and the introduction. */
export function setTitlePage(
  sheet: Sheet,
  { title, introduction }: PrintedDocument,
  firm: string,
): void {
  const { pdf, root } = sheet;
  drawRings(pdf);
  drawMark(sheet);
  const brand = openTag(pdf, root, 'P');
  sheet.y = page.head + 3;
  setLines(sheet, brand, linesOf(pdf, firm, styles.brand, brandWidth), styles.brand, brandLeft);
  brand.end();

  sheet.y = Math.max(titleTop, sheet.y + 24);
  const heading = openTag(pdf, root, 'H1');
  const lines = balanceLines(title, width, measureIn(pdf, styles.title));
  setLines(sheet, heading, lines, styles.title, page.left);
  heading.end();
  drawArtifact(pdf, 'Layout', () => {
    const y = sheet.y + 14;
    pdf
      .lineWidth(1.5)
      .moveTo(page.left, y)
      .lineTo(page.text - 24, y)
      .stroke(brass);
  });

  sheet.y += 34;
  for (const text of introduction) {
    const paragraph = openTag(pdf, root, 'P');
    setLines(sheet, paragraph, linesOf(pdf, text, styles.lead, width), styles.lead, page.left);
    paragraph.end();
    sheet.skip(8);
  }
  sheet.skip(16);
}

function drawMark({ pdf }: Sheet): void {
  drawArtifact(pdf, 'Layout', () => {
    pdf.translate(page.left, page.head).scale(26 / 32);
    pdf.lineWidth(mark.strokeWidth).lineCap('round');
    for (const path of [mark.table, ...mark.chairs]) pdf.path(path).stroke(teal);
    pdf.path(mark.chair).stroke(brass);
  });
}
