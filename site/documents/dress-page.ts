import { line, page, text as styles } from './layout.ts';
import type { PrintedDocument } from './printed-document.ts';
import { drawText, linesOf, measureIn } from './set-text.ts';
import type { Sheet } from './sheet.ts';
import { drawArtifact } from './tags.ts';
import { pageCount } from './words.ts';

/** Adds the running head, but for the first page, and the foot with the number of the page. */
export function dressPage(
  sheet: Sheet,
  { title, lastUpdated }: PrintedDocument,
  firm: string,
  total: number,
): void {
  drawArtifact(sheet.pdf, 'Pagination', () => {
    if (sheet.pageNumber > 1) {
      drawPair(sheet, firm, title, page.head);
      drawHairline(sheet, page.head + 20);
    }
    drawHairline(sheet, page.foot - 8);
    drawPair(sheet, lastUpdated, pageCount(sheet.pageNumber, total), page.foot);
  });
}

function drawPair({ pdf }: Sheet, left: string, right: string, y: number): void {
  const x = page.right - measureIn(pdf, styles.small)(right);
  const [fitting = left, ...rest] = linesOf(pdf, left, styles.small, x - page.left - 24);
  const shown = rest.length > 0 ? `${fitting} …` : fitting;
  drawText(pdf, shown, styles.small, { x: page.left, y });
  drawText(pdf, right, styles.small, { x, y });
}

function drawHairline({ pdf }: Sheet, y: number): void {
  pdf.lineWidth(0.5).moveTo(page.left, y).lineTo(page.right, y).stroke(line);
}
