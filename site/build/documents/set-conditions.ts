import { STROKE } from '../../../design/geometry.ts';
import { markerOf, page, styles, teal, type TextStyle } from './layout.ts';
import { drawArtifact, drawRule, openList, openTag, type Pdf, type Tag } from './pdf.ts';
import { linesOf, measureIn, setBlock, setLine } from './set-text.ts';
import type { Sheet } from './sheet.ts';
import { printed } from '../../../design/tokens.ts';
import { legalWords, type Condition } from '../../content/legal-document.ts';
import { popiDiagram, SEAT_RADIUS } from '../../pages/legal/popi-diagram.ts';

const nameWidth = 132;
const padding = 7;
const textLeft = page.text + nameWidth;

/** Sets the POPI Act diagram, followed by its conditions as numbered rows. */
export function setConditions(
  sheet: Sheet,
  parent: Tag,
  title: string,
  conditions: Condition[],
): void {
  const names = conditions.map(({ name }) => name);
  setDiagram(sheet, parent, title, names);
  const list = openList(sheet.pdf, parent, '1');
  for (const [index, condition] of conditions.entries()) {
    setCondition(sheet, list, `${index + 1} `, condition);
  }
  list.end();
}

function setCondition(sheet: Sheet, list: Tag, number: string, { name, text }: Condition): void {
  const { pdf } = sheet;
  const names = linesOf(pdf, name, styles.strong, nameWidth - 16);
  const lines = linesOf(pdf, text, styles.body, page.right - textLeft);
  const height = Math.max(names.length, lines.length) * styles.body.leading + 2 * padding;
  sheet.keep(height);
  const top = sheet.y;
  drawArtifact(pdf, 'Layout', () => drawRule(pdf, top));

  const item = openTag(pdf, list, 'LI');
  const label = openTag(pdf, item, 'Lbl');
  const body = openTag(pdf, item, 'LBody');
  sheet.y = top + padding - 2;
  setLine(sheet, label, number, markerOf(styles.subheading), page.left);
  sheet.y = top + padding;
  setBlock(sheet, body, 'P', names, styles.strong, page.text);
  sheet.y = top + padding;
  setBlock(sheet, body, 'P', lines, styles.body, textLeft);
  item.end();
  sheet.y = top + height;
}

const scale = (page.right - page.left) / 720;
const diagramHeight = 392 * scale;
const diagramStyles = {
  subject: { ...styles.title, size: 32 },
  number: { ...markerOf(styles.title), size: 26 },
  label: { ...styles.body, size: 17 },
};

/** Draws the same diagram as the page, with its text as the alternative for screen readers. */
function setDiagram(sheet: Sheet, parent: Tag, title: string, names: string[]): void {
  const { pdf } = sheet;
  sheet.keep(diagramHeight);
  const { centre, radii, seats } = popiDiagram(names);
  const figure = pdf.struct('Figure', { alt: `${title}: ${names.join(', ')}.` }, () => {
    pdf.save();
    pdf.translate(page.left, sheet.y).scale(scale).translate(-40, -24).lineWidth(STROKE);
    for (const radius of radii) pdf.circle(centre.x, centre.y, radius).stroke(teal);
    setAt(pdf, legalWords.diagram, diagramStyles.subject, centre.x, centre.y + 10, 0.5);
    for (const { seat, number, label, isRight } of seats) {
      pdf.circle(seat.x, seat.y, SEAT_RADIUS).fillAndStroke(printed.paper, teal);
      setAt(pdf, number, diagramStyles.number, seat.x, seat.y + 9, 0.5);
      for (const { line, x, y } of label)
        setAt(pdf, line, diagramStyles.label, x, y, isRight ? 0 : 1);
    }
    pdf.restore();
  });
  parent.add(figure);
  figure.end();
  sheet.y += diagramHeight + 12;
}

/** Draws text on a baseline; `share` is the part of it to the left of `x`. */
function setAt(pdf: Pdf, text: string, style: TextStyle, x: number, y: number, share: number) {
  const left = x - measureIn(pdf, style)(text) * share;
  pdf.fillColor(style.color).text(text, left, y, { lineBreak: false, baseline: 'alphabetic' });
}
