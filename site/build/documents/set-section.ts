import type { Paragraph, Section } from '../../content/legal-document.ts';
import { brass, markerOf, page, styles } from './layout.ts';
import { drawArtifact, drawRule, openList, openTag, type Pdf, type Tag } from './pdf.ts';
import { balanceLines, linesOf, linesToBegin, measureIn, setLine, setLines } from './set-text.ts';
import type { Sheet } from './sheet.ts';
import { setConditions } from './set-conditions.ts';

const outer = { role: 'H2', style: styles.heading, before: 16, rule: 15, after: 8 };
const inner = { role: 'H3', style: styles.subheading, before: 12, rule: 0, after: 4 };

type Bookmarks = PDFKit.PDFOutline;

/** Sets a section and its nested sections, each with a bookmark and an anchor. */
export function setSection(
  sheet: Sheet,
  parent: Tag,
  section: Section,
  bookmarks: Bookmarks = sheet.pdf.outline,
): void {
  const tag = openTag(sheet.pdf, parent, 'Sect');
  const own = setHeading(sheet, tag, section, bookmarks);
  setParagraphs(sheet, tag, section.paragraphs);
  if (section.conditions) setConditions(sheet, tag, section.title, section.conditions);
  for (const part of section.inner ?? []) setSection(sheet, tag, part, own);
  tag.end();
}

function setHeading(sheet: Sheet, parent: Tag, section: Section, bookmarks: Bookmarks): Bookmarks {
  const { pdf } = sheet;
  const { id, marker, title } = section;
  const form = bookmarks === pdf.outline ? outer : inner;
  // A long title without a marker may extend into the column of markers.
  const x = marker ? page.text : page.left;
  const lines = balanceLines(title, page.right - x, measureIn(pdf, form.style));
  const height = lines.length * form.style.leading + form.after;
  sheet.skip(form.before);
  sheet.keep(form.rule + height + beginning(sheet, section));
  if (form.rule && !sheet.atTop) drawSectionRule(sheet);
  sheet.skip(form.rule);

  sheet.sectionPages.set(id, sheet.pageNumber);
  pdf.addNamedDestination(id, 'XYZ', null, sheet.y - 12, null);
  const heading = openTag(pdf, parent, form.role);
  if (marker) setLine(sheet, heading, `${marker} `, markerOf(form.style), page.left);
  setLines(sheet, heading, lines, form.style, x);
  heading.end();
  const own = addBookmark(sheet, bookmarks, marker ? `${marker} ${title}` : title, height);
  sheet.y += form.after;
  return own;
}

/** The height that must fit on the same page as the heading. */
function beginning(sheet: Sheet, { paragraphs: [first], inner: [part] = [] }: Section): number {
  if (first) return openingHeight(sheet, first);
  return part ? inner.style.leading + inner.after + beginning(sheet, part) : 0;
}

function addBookmark(sheet: Sheet, bookmarks: Bookmarks, title: string, height: number): Bookmarks {
  // Distances that the library's types lack; `left` counts from the right edge.
  const place = { expanded: true, top: sheet.y - height - 8, left: page.width };
  return bookmarks.addItem(title, place);
}

function drawSectionRule({ pdf, y }: Sheet): void {
  drawArtifact(pdf, 'Layout', () => {
    drawRule(pdf, y);
    drawRule(pdf, y, { to: page.text - 24, weight: 1.5, color: brass });
  });
}

const gap = { paragraphs: 7.5, items: 3 };
const itemIndent = 24;
const width = page.right - page.text;

/** Sets paragraphs, as a list of clauses if they are numbered. */
function setParagraphs(sheet: Sheet, parent: Tag, paragraphs: Paragraph[]): void {
  const label = paragraphs[0]?.label;
  const holder = label ? openList(sheet.pdf, parent, label) : parent;
  for (const paragraph of paragraphs) {
    sheet.keep(openingHeight(sheet, paragraph));
    if (label) setClause(sheet, holder, paragraph);
    else setPlain(sheet, holder, paragraph);
    sheet.skip(gap.paragraphs);
  }
  if (label) holder.end();
}

/** The minimum height for a paragraph to begin on a page. */
function openingHeight({ pdf }: Sheet, { text, items }: Paragraph): number {
  const count = linesOf(pdf, text, styles.body, width).length;
  const own = linesToBegin(count) * styles.body.leading;
  return count > 3 ? own : own + itemOpening(pdf, items[0]);
}

function itemOpening(pdf: Pdf, item: string | undefined): number {
  if (item === undefined) return 0;
  const count = linesOf(pdf, item, styles.body, width - itemIndent).length;
  return gap.items + linesToBegin(count) * styles.body.leading;
}

function setClause(sheet: Sheet, list: Tag, clause: Paragraph): void {
  const body = openItem(sheet, list, clause.label ?? '', page.left);
  if (clause.items.length > 0) setPlain(sheet, body, clause);
  else setBody(sheet, body, clause.text, page.text);
}

function setPlain(sheet: Sheet, parent: Tag, { label, text, items }: Paragraph): void {
  setBody(sheet, openTag(sheet.pdf, parent, 'P'), text, page.text);
  if (items.length === 0) return;
  const labelAt = (index: number) => (label ? `(${String.fromCharCode(97 + index)})` : '–');
  const list = openList(sheet.pdf, parent, labelAt(0));
  for (const [index, item] of items.entries()) {
    // Keeps the last two items together, so that the last is not alone on its page.
    const after = index === items.length - 2 ? items[index + 1] : undefined;
    sheet.keep(itemOpening(sheet.pdf, item) + itemOpening(sheet.pdf, after));
    sheet.skip(gap.items);
    const body = openItem(sheet, list, labelAt(index), page.text);
    setBody(sheet, body, item, page.text + itemIndent);
  }
  list.end();
}

function openItem(sheet: Sheet, list: Tag, label: string, x: number): Tag {
  const item = openTag(sheet.pdf, list, 'LI');
  const labelTag = openTag(sheet.pdf, item, 'Lbl');
  setLine(sheet, labelTag, `${label} `, label === '–' ? markerOf(styles.label) : styles.label, x);
  labelTag.end();
  return openTag(sheet.pdf, item, 'LBody');
}

function setBody(sheet: Sheet, tag: Tag, text: string, x: number): void {
  const lines = linesOf(sheet.pdf, text, styles.body, page.right - x);
  setLines(sheet, tag, lines, styles.body, x);
  tag.end();
}
