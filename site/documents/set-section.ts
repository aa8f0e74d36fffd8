import { balanceLines } from './break-lines.ts';
import { brass, line, page, text as styles } from './layout.ts';
import type { Tag } from './pdf.ts';
import type { PrintedSection } from './printed-document.ts';
import { setConditions } from './set-conditions.ts';
import { openingHeight, setParagraphs } from './set-paragraph.ts';
import { measureIn, setLine, setLines } from './set-text.ts';
import type { Sheet } from './sheet.ts';
import { drawArtifact, openTag } from './tags.ts';

const outer = {
  role: 'H2',
  style: styles.heading,
  marker: styles.headingMarker,
  before: 16,
  rule: 15,
  after: 8,
};
const inner = {
  role: 'H3',
  style: styles.subheading,
  marker: styles.subheadingMarker,
  before: 12,
  rule: 0,
  after: 4,
};

type Bookmarks = PDFKit.PDFOutline;

/** Sets a section and those within it, each with its bookmark and its anchor. */
export function setSection(
  sheet: Sheet,
  parent: Tag,
  section: PrintedSection,
  bookmarks: Bookmarks = sheet.pdf.outline,
): void {
  const tag = openTag(sheet.pdf, parent, 'Sect');
  const own = setHeading(sheet, tag, section, bookmarks);
  setParagraphs(sheet, tag, section.paragraphs);
  setConditions(sheet, tag, section.conditions);
  for (const part of section.inner) setSection(sheet, tag, part, own);
  tag.end();
}

function setHeading(
  sheet: Sheet,
  parent: Tag,
  section: PrintedSection,
  bookmarks: Bookmarks,
): Bookmarks {
  const { pdf } = sheet;
  const { id, marker, title } = section;
  const form = bookmarks === pdf.outline ? outer : inner;
  // A long title without a marker may use the column of the markers too.
  const x = marker ? page.text : page.left;
  const lines = balanceLines(title, page.right - x, measureIn(pdf, form.style));
  const height = lines.length * form.style.leading + form.after;
  sheet.skip(form.before);
  sheet.keep(form.rule + height + beginning(sheet, section));
  if (form.rule && !sheet.atTop) drawRule(sheet);
  sheet.skip(form.rule);

  sheet.sectionPages.set(id, sheet.pageNumber);
  pdf.addNamedDestination(id, 'XYZ', null, sheet.y - 12, null);
  const heading = openTag(pdf, parent, form.role);
  if (marker) setLine(sheet, heading, `${marker} `, form.marker, page.left);
  setLines(sheet, heading, lines, form.style, x);
  heading.end();
  const own = addBookmark(sheet, bookmarks, [marker, title].join(' ').trim(), height);
  sheet.y += form.after;
  return own;
}

/** What must stand on the same page as the heading. */
function beginning(sheet: Sheet, { paragraphs: [first], inner: [part] }: PrintedSection): number {
  if (first) return openingHeight(sheet, first);
  return part ? inner.style.leading + inner.after + beginning(sheet, part) : 0;
}

function addBookmark(sheet: Sheet, bookmarks: Bookmarks, title: string, height: number): Bookmarks {
  // Distances that the library's types leave out; `left` counts from the right edge.
  const place = { expanded: true, top: sheet.y - height - 8, left: page.width };
  return bookmarks.addItem(title, place);
}

function drawRule({ pdf, y }: Sheet): void {
  drawArtifact(pdf, 'Layout', () => {
    pdf.lineWidth(0.5).moveTo(page.left, y).lineTo(page.right, y).stroke(line);
    pdf
      .lineWidth(1.5)
      .moveTo(page.left, y)
      .lineTo(page.text - 24, y)
      .stroke(brass);
  });
}
