import { findLinks } from '../../../design/find-links.ts';
import { brass, type TextStyle } from './layout.ts';
import { drawArtifact, drawRule, openTag, type Pdf, type Tag } from './pdf.ts';
import type { Sheet } from './sheet.ts';

/** Breaks a text into lines that fit the width. */
export function linesOf(pdf: Pdf, text: string, style: TextStyle, width: number): string[] {
  return fillLines(text, width, measureIn(pdf, style));
}

/** Selects a font and returns a function that measures text. */
export function measureIn(pdf: Pdf, { font, size }: TextStyle): (text: string) => number {
  pdf.font(font).fontSize(size);
  const widths = new Map<string, number>();
  return (text) => {
    const width = widths.get(text) ?? pdf.widthOfString(text);
    widths.set(text, width);
    return width;
  };
}

/** Sets lines as one element of the document. */
export function setBlock(
  sheet: Sheet,
  parent: Tag,
  role: string,
  lines: string[],
  style: TextStyle,
  x: number,
): void {
  const tag = openTag(sheet.pdf, parent, role);
  setLines(sheet, tag, lines, style, x);
  tag.end();
}

/** Sets lines below one another, turning the page where it must. Addresses are links. */
export function setLines(
  sheet: Sheet,
  tag: Tag,
  lines: string[],
  style: TextStyle,
  x: number,
): void {
  let rest = lines;
  while (rest.length > 0) {
    // The small allowance is for the sums of fractions.
    const fitting = Math.floor((sheet.room + 0.01) / style.leading);
    const count = linesBeforeTurn(rest.length, fitting);
    for (const [index, line] of rest.slice(0, count).entries()) {
      // Without the space, the last word of a line runs into the first of the next when read.
      setLine(sheet, tag, index < rest.length - 1 ? `${line} ` : line, style, x);
      sheet.y += style.leading;
    }
    rest = rest.slice(count);
    if (rest.length > 0) sheet.turn();
  }
}

/** Sets one line at the current position, without advancing. */
export function setLine(sheet: Sheet, tag: Tag, line: string, style: TextStyle, x: number): void {
  const { pdf, y } = sheet;
  const measure = measureIn(pdf, style);
  let left = x;
  for (const { text, href } of findLinks(line)) {
    const place = { x: left, y };
    const width = measure(text);
    const run = href ? openTag(pdf, tag, 'Link') : tag;
    run.add(() => drawText(pdf, text, style, place));
    left += width;
    if (!href) continue;
    // The library writes a plain string as a name, so the description must be a String object.
    const options = { structParent: run, Contents: Object(text) as string };
    pdf.link(place.x, y, width, style.leading, href, options);
    run.end();
    const underline = { from: place.x, to: left, color: brass };
    drawArtifact(pdf, 'Layout', () => drawRule(pdf, baselineOf(style, y) + 2, underline));
  }
}

/** Draws text so that its first line stands in the middle of its leading. */
export function drawText(
  pdf: Pdf,
  text: string,
  style: TextStyle,
  { x, y }: { x: number; y: number },
): void {
  pdf.font(style.font).fontSize(style.size).fillColor(style.color);
  pdf.text(text, x, baselineOf(style, y), { lineBreak: false, baseline: 'alphabetic' });
}

function baselineOf({ leading, size }: TextStyle, top: number): number {
  return top + (leading + size * 0.68) / 2;
}

type Measure = (text: string) => number;

/** Fills each line with as many words as fit. */
function breakLines(text: string, width: number, measure: Measure): string[] {
  const space = measure(' ');
  const lines: string[][] = [];
  let end = Infinity;
  for (const word of text.split(' ')) {
    const size = measure(word);
    if (end + space + size > width) {
      lines.push([word]);
      end = size;
    } else {
      lines.at(-1)?.push(word);
      end += space + size;
    }
  }
  return lines.map((words) => words.join(' '));
}

/** Fills the lines of a paragraph, a little short where a single word would end it. */
export function fillLines(text: string, width: number, measure: Measure): string[] {
  const filled = breakLines(text, width, measure);
  for (let narrower = width; narrower > width * 0.88; narrower -= 3) {
    const lines = breakLines(text, narrower, measure);
    if (lines.length > filled.length) break;
    if (lines.at(-1)?.includes(' ')) return lines;
  }
  return filled;
}

/** Breaks a heading into as few lines as possible, of about the same length. */
export function balanceLines(text: string, width: number, measure: Measure): string[] {
  let lines = breakLines(text, width, measure);
  for (let narrower = width - 4; narrower > width / 4; narrower -= 4) {
    const attempt = breakLines(text, narrower, measure);
    const overflows = attempt.some((line) => measure(line) > narrower);
    if (attempt.length > lines.length || overflows) break;
    lines = attempt;
  }
  return lines;
}

/** The number of lines to set before the page break, avoiding widows and orphans. */
export function linesBeforeTurn(lines: number, fitting: number): number {
  if (fitting >= lines) return lines;
  if (lines <= 3 || fitting < 2) return 0;
  return Math.min(fitting, lines - 2);
}

/** The number of lines that must fit for a paragraph to start on the page. */
export function linesToBegin(lines: number): number {
  return lines <= 3 ? lines : 2;
}
