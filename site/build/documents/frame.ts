import type { Company } from '../../../contract/company.ts';
import { cornerRings, ringGeometry, SEAT, STROKE } from '../../../design/geometry.ts';
import { mark } from '../../../design/mark.ts';
import { printed } from '../../../design/tokens.ts';
import { brass, page, styles, teal } from './layout.ts';
import { drawArtifact, drawRule } from './pdf.ts';
import { balanceLines, drawText, linesOf, measureIn, setBlock } from './set-text.ts';
import type { Sheet } from './sheet.ts';

const titleTop = 184;
const brandLeft = page.left + 34;
/** Keeps a long name to the left of the drawing in the corner. */
const brandWidth = 270;
const width = page.right - page.left;

/** Sets the firm's name and the title, with the mark and the drawing of a first page. */
export function setTitle(sheet: Sheet, title: string, firm: string): void {
  const { pdf, root } = sheet;
  drawRings(sheet);
  drawMark(sheet);
  sheet.y = page.head + 3;
  const brand = linesOf(pdf, firm, styles.brand, brandWidth);
  setBlock(sheet, root, 'P', brand, styles.brand, brandLeft);

  sheet.y = Math.max(titleTop, sheet.y + 24);
  const heading = balanceLines(title, width, measureIn(pdf, styles.title));
  setBlock(sheet, root, 'H1', heading, styles.title, page.left);
  const rule = { to: page.text - 24, weight: 1.5, color: brass };
  drawArtifact(pdf, 'Layout', () => drawRule(pdf, sheet.y + 14, rule));
}

function drawMark({ pdf }: Sheet): void {
  drawArtifact(pdf, 'Layout', () => {
    pdf.translate(page.left, page.head).scale(26 / 32);
    pdf.lineWidth(mark.strokeWidth).lineCap('round');
    for (const path of [mark.table, ...mark.chairs]) pdf.path(path).stroke(teal);
    pdf.path(mark.chair).stroke(brass);
  });
}

/** The line style of the drawing, which is cropped by the page edge. */
const rings = { scale: 0.4, left: page.width - 72 - 0.4 * 400, top: -8 };

/** Draws half a council table that hangs from the top of the first page, as on the site. */
function drawRings({ pdf }: Sheet): void {
  drawArtifact(pdf, 'Layout', () => {
    pdf.translate(rings.left, rings.top).scale(rings.scale).lineCap('round');
    for (const { edge, row, dashes, chair } of cornerRings.map(ringGeometry)) {
      pdf.lineWidth(STROKE).path(edge).stroke(teal);
      const [dash = 0, space = 0] = dashes.split(' ').map(Number);
      pdf.dash(dash, { space });
      pdf.lineWidth(SEAT.width).path(row).stroke(teal);
      pdf
        .lineWidth(SEAT.width - 2 * STROKE)
        .path(row)
        .stroke(printed.paper);
      pdf.undash();
      if (chair) pdf.lineWidth(SEAT.width).path(chair).stroke(brass);
    }
  });
}

/** The header and footer of each page. */
interface Running {
  firm: string;
  title: string;
  foot: string;
  /** Such as 'Page 2 of 3'. */
  number: string;
}

/** Adds the running head, except on the first page, and the footer with the page number. */
export function drawHeadAndFoot(sheet: Sheet, { firm, title, foot, number }: Running): void {
  drawArtifact(sheet.pdf, 'Pagination', () => {
    if (sheet.pageNumber > 1) {
      drawPair(sheet, firm, title, page.head);
      drawRule(sheet.pdf, page.head + 20);
    }
    drawRule(sheet.pdf, page.foot - 8);
    drawPair(sheet, foot, number, page.foot);
  });
}

function drawPair({ pdf }: Sheet, left: string, right: string, y: number): void {
  const x = page.right - measureIn(pdf, styles.small)(right);
  const [fitting = left, ...rest] = linesOf(pdf, left, styles.small, x - page.left - 24);
  const shown = rest.length > 0 ? `${fitting} …` : fitting;
  drawText(pdf, shown, styles.small, { x: page.left, y });
  drawText(pdf, right, styles.small, { x, y });
}

/** Ends the document with its date and the firm's contact details. */
export function setColophon(sheet: Sheet, company: Company, date: string): void {
  const { pdf, root } = sheet;
  const contact = [`Phone ${company.phone}`, company.email, company.siteUrl];
  const rows = [
    { text: date, style: styles.label },
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
