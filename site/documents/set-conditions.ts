import type { ProcessingCondition } from '../content/paia/lawful-processing.ts';
import { line, page, text as styles } from './layout.ts';
import type { Tag } from './pdf.ts';
import { linesOf, setLine, setLines } from './set-text.ts';
import type { Sheet } from './sheet.ts';
import { drawArtifact, openList, openTag } from './tags.ts';

const nameWidth = 132;
const padding = 7;
const textLeft = page.text + nameWidth;

/** Sets the conditions of the POPI Act as numbered rows of a name and its meaning. */
export function setConditions(sheet: Sheet, parent: Tag, conditions: ProcessingCondition[]): void {
  if (conditions.length === 0) return;
  const list = openList(sheet.pdf, parent, '1');
  for (const [index, condition] of conditions.entries()) {
    setCondition(sheet, list, String(index + 1), condition);
  }
  list.end();
}

function setCondition(
  sheet: Sheet,
  list: Tag,
  number: string,
  { name, text }: ProcessingCondition,
): void {
  const { pdf } = sheet;
  const names = linesOf(pdf, name, styles.strong, nameWidth - 16);
  const lines = linesOf(pdf, text, styles.body, page.right - textLeft);
  const height = Math.max(names.length, lines.length) * styles.body.leading + 2 * padding;
  sheet.keep(height);
  const top = sheet.y;
  drawArtifact(pdf, 'Layout', () => {
    pdf.lineWidth(0.5).moveTo(page.left, top).lineTo(page.right, top).stroke(line);
  });

  const item = openTag(pdf, list, 'LI');
  const label = openTag(pdf, item, 'Lbl');
  const body = openTag(pdf, item, 'LBody');
  sheet.y = top + padding - 2;
  setLine(sheet, label, `${number} `, styles.subheadingMarker, page.left);
  const columns = [
    { x: page.text, lines: names, style: styles.strong },
    { x: textLeft, lines, style: styles.body },
  ];
  for (const column of columns) {
    sheet.y = top + padding;
    const paragraph = openTag(pdf, body, 'P');
    setLines(sheet, paragraph, column.lines, column.style, column.x);
    paragraph.end();
  }
  item.end();
  sheet.y = top + height;
}
