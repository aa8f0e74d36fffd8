import { arcLength, arcPath } from '../../../design/geometry.ts';
import { mark } from '../../../design/mark.ts';
import { legalWords, type LegalDocument, type Section } from '../../content/legal-document.ts';
import { brass, markerOf, page, styles, teal } from './layout.ts';
import { drawArtifact, drawRule, openTag, type Pdf, type Tag } from './pdf.ts';
import { balanceLines, drawText, linesOf, measureIn, setBlock } from './set-text.ts';
import type { Sheet } from './sheet.ts';

const titleTop = 184;
const brandLeft = page.left + 34;
/** The drawing hangs in the corner, so a long name keeps to the left of it. */
const brandWidth = 270;
const width = page.right - page.left;

/** Sets the firm's name, the title and the introduction. */
export function setTitlePage(
  sheet: Sheet,
  { title, introduction }: LegalDocument,
  firm: string,
): void {
  const { pdf, root } = sheet;
  drawRings(pdf);
  drawMark(sheet);
  sheet.y = page.head + 3;
  const brand = linesOf(pdf, firm, styles.brand, brandWidth);
  setBlock(sheet, root, 'P', brand, styles.brand, brandLeft);

  sheet.y = Math.max(titleTop, sheet.y + 24);
  const heading = balanceLines(title, width, measureIn(pdf, styles.title));
  setBlock(sheet, root, 'H1', heading, styles.title, page.left);
  const rule = { to: page.text - 24, weight: 1.5, color: brass };
  drawArtifact(pdf, 'Layout', () => drawRule(pdf, sheet.y + 14, rule));

  sheet.y += 34;
  for (const text of introduction) {
    const lines = linesOf(pdf, text, styles.lead, width);
    setBlock(sheet, root, 'P', lines, styles.lead, page.left);
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

const centre = { x: page.width - 72, y: 0 };
const radii = [64, 88, 112, 136];
const sweep = 176;
const from = 92;

/** Draws half a council table that hangs from the top of the first page, as on the site. */
function drawRings(pdf: Pdf): void {
  drawArtifact(pdf, 'Layout', () => {
    pdf.lineCap('round');
    for (const [index, radius] of radii.entries()) {
      pdf
        .lineWidth(0.6)
        .undash()
        .path(arcPath(centre, radius, from, sweep))
        .stroke(teal);
      const step = sweep / Math.round(arcLength(radius, sweep) / 18);
      const half = (2 / radius) * (180 / Math.PI);
      for (let seat = 1; seat * step < sweep; seat += 1) {
        const chair = seat === 8 + 2 * index;
        const path = arcPath(centre, radius, from + seat * step - half, 2 * half);
        pdf.lineWidth(6).path(path);
        pdf.stroke(chair ? brass : teal);
        if (!chair) pdf.lineWidth(4.8).path(path).stroke('#ffffff');
      }
    }
  });
}

const rowHeight = 17;

/** Sets the table of contents, in which each row leads to its section. A draft has no pages yet. */
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
