import { linesToBegin } from './break-lines.ts';
import { page, text as styles } from './layout.ts';
import type { Pdf, Tag } from './pdf.ts';
import type { PrintedItem, PrintedParagraph } from './printed-document.ts';
import { linesOf, setLine, setLines } from './set-text.ts';
import type { Sheet } from './sheet.ts';
import { openList, openTag } from './tags.ts';

const gap = { paragraphs: 7.5, items: 3 };
const itemIndent = 24;
const width = page.right - page.text;

/** Sets paragraphs: a list of clauses when they are numbered. */
export function setParagraphs(sheet: Sheet, parent: Tag, paragraphs: PrintedParagraph[]): void {
  const [first] = paragraphs;
  if (!first) return;
  const holder = first.label ? openList(sheet.pdf, parent, first.label) : parent;
  for (const paragraph of paragraphs) {
    sheet.keep(openingHeight(sheet, paragraph));
    if (first.label) setClause(sheet, holder, paragraph);
    else setPlain(sheet, holder, paragraph);
    sheet.skip(gap.paragraphs);
  }
  if (first.label) holder.end();
}

/** The height without which a paragraph should not begin on a page. */
export function openingHeight({ pdf }: Sheet, { text, items }: PrintedParagraph): number {
  const count = linesOf(pdf, text, styles.body, width).length;
  const own = linesToBegin(count) * styles.body.leading;
  return count > 3 ? own : own + itemOpening(pdf, items[0]);
}

function itemOpening(pdf: Pdf, item: PrintedItem | undefined): number {
  if (!item) return 0;
  const count = linesOf(pdf, item.text, styles.body, width - itemIndent).length;
  return gap.items + linesToBegin(count) * styles.body.leading;
}

function setClause(sheet: Sheet, list: Tag, { label, text, items }: PrintedParagraph): void {
  const body = openItem(sheet, list, label, page.left);
  if (items.length > 0) setPlain(sheet, body, { text, items });
  else setBody(sheet, body, text, page.text);
}

function setPlain(
  sheet: Sheet,
  parent: Tag,
  { text, items }: Omit<PrintedParagraph, 'label'>,
): void {
  setBody(sheet, openTag(sheet.pdf, parent, 'P'), text, page.text);
  setItems(sheet, parent, items);
}

function setItems(sheet: Sheet, parent: Tag, items: PrintedItem[]): void {
  const [first] = items;
  if (!first) return;
  const list = openList(sheet.pdf, parent, first.label);
  for (const [index, { label, text }] of items.entries()) {
    // The last item takes the one before it along, so that it is not alone on its page.
    const after = index === items.length - 2 ? items[index + 1] : undefined;
    sheet.keep(itemOpening(sheet.pdf, items[index]) + itemOpening(sheet.pdf, after));
    sheet.skip(gap.items);
    const body = openItem(sheet, list, label, page.text);
    setBody(sheet, body, text, page.text + itemIndent);
  }
  list.end();
}

function openItem(sheet: Sheet, list: Tag, label: string, x: number): Tag {
  const item = openTag(sheet.pdf, list, 'LI');
  const labelTag = openTag(sheet.pdf, item, 'Lbl');
  setLine(sheet, labelTag, `${label} `, label === '–' ? styles.brassLabel : styles.label, x);
  labelTag.end();
  return openTag(sheet.pdf, item, 'LBody');
}

function setBody(sheet: Sheet, tag: Tag, text: string, x: number): void {
  const lines = linesOf(sheet.pdf, text, styles.body, page.right - x);
  setLines(sheet, tag, lines, styles.body, x);
  tag.end();
}
