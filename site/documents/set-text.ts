import { fillLines, linesBeforeTurn } from './break-lines.ts';
import { findLinks } from './find-links.ts';
import { brass, type TextStyle } from './layout.ts';
import type { Pdf, Tag } from './pdf.ts';
import type { Sheet } from './sheet.ts';
import { drawArtifact, openTag } from './tags.ts';

/** Breaks a text into lines that fit the width. */
export function linesOf(pdf: Pdf, text: string, style: TextStyle, width: number): string[] {
  return fillLines(text, width, measureIn(pdf, style));
}

/** Chooses the type and returns how to measure text that is set in it. */
export function measureIn(pdf: Pdf, { face, size }: TextStyle): (text: string) => number {
  pdf.font(face).fontSize(size);
  const widths = new Map<string, number>();
  return (text) => {
    const width = widths.get(text) ?? pdf.widthOfString(text);
    widths.set(text, width);
    return width;
  };
}

/** Sets lines below one another, turning the page where it must. */
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

/** Sets one line where the sheet stands, without moving on. */
export function setLine(sheet: Sheet, tag: Tag, line: string, style: TextStyle, x: number): void {
  const { pdf, y } = sheet;
  const measure = measureIn(pdf, style);
  let left = x;
  for (const { text, href } of findLinks(line)) {
    const place = { x: left, y, width: measure(text) };
    if (href) setLink(pdf, tag, text, { href, style, ...place });
    else tag.add(() => drawText(pdf, text, style, place));
    left += place.width;
  }
}

/** Draws text so that its first line stands in the middle of its leading. */
export function drawText(
  pdf: Pdf,
  text: string,
  { face, size, leading, color }: TextStyle,
  { x, y }: { x: number; y: number },
): void {
  const baseline = y + (leading + size * 0.68) / 2;
  pdf.font(face).fontSize(size).fillColor(color);
  pdf.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
}

interface PlacedLink {
  href: string;
  style: TextStyle;
  x: number;
  y: number;
  width: number;
}

function setLink(pdf: Pdf, tag: Tag, text: string, place: PlacedLink): void {
  const { href, style, x, y, width } = place;
  const link = openTag(pdf, tag, 'Link');
  link.add(() => drawText(pdf, text, style, place));
  // The library writes a plain string as a name, so the description must be a String object.
  const options = { structParent: link, Contents: Object(text) };
  pdf.link(x, y, width, style.leading, href, options);
  link.end();
  const underline = y + (style.leading + style.size * 0.68) / 2 + 2;
  drawArtifact(pdf, 'Layout', () => {
    pdf
      .lineWidth(0.5)
      .moveTo(x, underline)
      .lineTo(x + width, underline)
      .stroke(brass);
  });
}
