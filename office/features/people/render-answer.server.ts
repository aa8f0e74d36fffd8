import type { Company } from '../../../contract/company.ts';
import { drawHeadAndFoot, setColophon, setTitle } from '../../../design/pdf/frame.ts';
import { fontFiles, markerOf, page, styles, type TextStyle } from '../../../design/pdf/layout.ts';
import {
  createPdf,
  drawArtifact,
  drawRule,
  finishPdf,
  glyphsOf,
  openList,
  openTag,
  type Tag,
} from '../../../design/pdf/pdf.ts';
import {
  linesOf,
  linesToBegin,
  measureIn,
  setBlock,
  setLine,
  setLines,
} from '../../../design/pdf/set-text.ts';
import { Sheet } from '../../../design/pdf/sheet.ts';
import type { Answer, AnswerPart } from './answer-document.server.ts';

const valueLeft = page.text + 106;

/** Sets an answer as a tagged PDF (PDF/UA). */
export async function renderAnswer(answer: Answer, company: Company): Promise<Buffer> {
  // Only a finished layout knows how many pages there are, so it is made twice.
  const draft = compose(answer, company, 0);
  return finishPdf(compose(answer, company, draft.pageNumber).pdf);
}

function compose(given: Answer, company: Company, total: number): Sheet {
  const pdf = createPdf(given.title, company.name, given.at);
  const { answer, isWhole } = printableAnswer(given, glyphsOf(pdf, Object.values(fontFiles)));
  const sheet = new Sheet(pdf, (started) =>
    drawHeadAndFoot(started, {
      firm: company.name,
      title: answer.title,
      foot: answer.date,
      number: `Page ${started.pageNumber} of ${total}`,
    }),
  );
  setTitle(sheet, answer.title, company.name);
  sheet.y += 34;
  for (const text of answer.introduction) {
    const lines = linesOf(pdf, text, styles.lead, page.right - page.left);
    setBlock(sheet, sheet.root, 'P', lines, styles.lead, page.left, false);
    sheet.skip(8);
  }
  if (!isWhole) setParagraph(sheet, sheet.root, notWhole, styles.strong, page.left);
  answer.parts.forEach((part, index) => setPart(sheet, part, String(index + 1)));
  setColophon(sheet, company, answer.date);
  sheet.root.end();
  return sheet;
}

/** Said in the answer where a typeface lacks letters. */
const notWhole =
  'Some characters cannot be printed in our typefaces. An accent that they lack is left out; other characters are named by their Unicode number, such as [U+1F305]. The JSON file that belongs to this answer has every text exactly as we hold it.';

// Marks that change how others look, and controls: none is seen by itself.
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\n)\p{Cc}/gu;

/**
 * A text as it can be printed. A letter whose accent a typeface lacks goes without; what it lacks
 * altogether is named by its number.
 */
export function printable(
  text: string,
  hasGlyph: (codePoint: number) => boolean,
): { text: string; isExact: boolean } {
  const canPrint = (letters: string) =>
    Array.from(letters).every((letter) => letter === '\n' || hasGlyph(letter.codePointAt(0) ?? 0));
  let isExact = true;
  const plain = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(unseen, '');
  const printed = Array.from(plain, (letter) => {
    if (canPrint(letter)) return letter;
    isExact = false;
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '');
    if (canPrint(bare)) return bare;
    const number = letter.codePointAt(0) ?? 0;
    return `[U+${number.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
  return { text: printed.join('').replace(/(?<=\[U\+[^\]]+)\]\[(?=U\+)/g, ' '), isExact };
}

/** The answer with every text as it can be printed. */
function printableAnswer(answer: Answer, hasGlyph: (codePoint: number) => boolean) {
  let isWhole = true;
  const print = (given: string) => {
    const { text, isExact } = printable(given, hasGlyph);
    isWhole &&= isExact;
    return text;
  };
  const parts = answer.parts.map(({ title, paragraphs, items = [], records = [] }): AnswerPart => ({
    title,
    paragraphs: paragraphs.map(print),
    items: items.map(print),
    records: records.map((record) => ({
      title: record.title,
      entries: record.entries.map(([label, value]) => [label, print(value)]),
    })),
  }));
  const introduction = answer.introduction.map(print);
  return { answer: { ...answer, introduction, parts }, isWhole };
}

function setPart(
  sheet: Sheet,
  { title, paragraphs, items = [], records = [] }: AnswerPart,
  marker: string,
): void {
  const { pdf } = sheet;
  const part = openTag(pdf, sheet.root, 'Sect');
  sheet.skip(22);
  sheet.keep(styles.heading.leading + 4 * styles.body.leading);
  pdf.outline.addItem(title);
  const heading = openTag(pdf, part, 'H2');
  setLine(sheet, heading, `${marker} `, markerOf(styles.heading), page.left);
  setLines(sheet, heading, [title], styles.heading, page.text);
  heading.end();
  sheet.y += 6;
  for (const text of paragraphs) setParagraph(sheet, part, text, styles.body, page.text);
  if (items.length > 0) setItems(sheet, part, items);
  for (const record of records) setRecord(sheet, part, record);
  part.end();
}

function setParagraph(sheet: Sheet, parent: Tag, text: string, style: TextStyle, x: number): void {
  const lines = linesOf(sheet.pdf, text, style, page.right - x);
  sheet.keep(linesToBegin(lines.length) * style.leading);
  setBlock(sheet, parent, 'P', lines, style, x);
  sheet.skip(6);
}

function setItems(sheet: Sheet, parent: Tag, items: readonly string[]): void {
  const list = openList(sheet.pdf, parent, '–');
  for (const text of items) {
    const lines = linesOf(sheet.pdf, text, styles.body, page.right - page.text - 16);
    sheet.keep(linesToBegin(lines.length) * styles.body.leading);
    setEntry(
      sheet,
      list,
      { label: '–', style: markerOf(styles.body), x: page.text },
      [lines],
      page.text + 16,
    );
    sheet.skip(3);
  }
  list.end();
}

function setRecord(
  sheet: Sheet,
  parent: Tag,
  { title, entries }: { title: string; entries: [string, string][] },
): void {
  const { pdf } = sheet;
  const record = openTag(pdf, parent, 'Sect');
  sheet.skip(14);
  sheet.keep(styles.subheading.leading + 5 * styles.body.leading);
  if (!sheet.atTop) {
    const { y } = sheet;
    drawArtifact(pdf, 'Layout', () => drawRule(pdf, y, { from: page.text }));
    sheet.y += 10;
  }
  setBlock(sheet, record, 'H3', [title], styles.subheading, page.text);
  sheet.y += 4;
  const list = openList(pdf, record, '–');
  for (const [label, value] of entries) {
    const paragraphs = value
      .split('\n')
      .filter((text) => text.trim() !== '')
      .map((text) => breakAnywhere(sheet, text, page.right - valueLeft));
    sheet.keep(linesToBegin(paragraphs[0]?.length ?? 1) * styles.body.leading);
    setEntry(sheet, list, { label, style: styles.label, x: page.text }, paragraphs, valueLeft);
    sheet.skip(3);
  }
  list.end();
  record.end();
}

function setEntry(
  sheet: Sheet,
  list: Tag,
  { label, style, x }: { label: string; style: TextStyle; x: number },
  paragraphs: string[][],
  left: number,
): void {
  const { pdf } = sheet;
  const item = openTag(pdf, list, 'LI');
  const name = openTag(pdf, item, 'Lbl');
  setLine(sheet, name, `${label} `, style, x, false);
  name.end();
  const body = openTag(pdf, item, 'LBody');
  paragraphs.forEach((lines, index) => {
    if (index > 0) sheet.skip(4);
    // Not linked: nobody should follow what a stranger has typed because it stands on our paper.
    setBlock(sheet, body, 'P', lines, styles.body, left, false);
  });
  body.end();
  item.end();
}

/** Lines of a text in which a word that is wider than the column is broken too. */
function breakAnywhere(sheet: Sheet, text: string, width: number): string[] {
  const measure = measureIn(sheet.pdf, styles.body);
  const words = text.split(' ').flatMap((word) => {
    const pieces: string[] = [];
    let piece = '';
    if (measure(word) <= width) return word;
    for (const letter of word) {
      if (measure(piece + letter) > width) {
        pieces.push(piece);
        piece = '';
      }
      piece += letter;
    }
    return [...pieces, piece];
  });
  return linesOf(sheet.pdf, words.join(' '), styles.body, width);
}
