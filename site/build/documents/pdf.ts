import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

import { escapeHtml } from '../../../contract/page-templates.ts';
import { fontFiles, line, page } from './layout.ts';

export type Pdf = PDFKit.PDFDocument;
/** An element of the structure that assistive technology reads. */
export type Tag = PDFKit.PDFStructureElement;

// The library knows this standard, but its types do not.
const accessible: string = 'PDF/UA';

/** Creates a tagged document (PDF/UA) without pages. */
export function createPdf(title: string, author: string, date: Date): Pdf {
  return new EscapingDocument({
    pdfVersion: '1.7',
    subset: accessible as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    lang: 'en-ZA',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: author, CreationDate: date },
    size: 'A4',
    margin: 0,
    font: fontFiles.text,
    autoFirstPage: false,
  });
}

/** Ends the document and returns its bytes. */
export async function finishPdf(pdf: Pdf): Promise<Buffer> {
  pdf.end();
  return buffer(pdf);
}

// The library puts the title into XML as it is, where the ampersand of "PAIA & POPI" is an error.
class EscapingDocument extends PDFDocument {
  override appendXML(xml: string, newLine?: boolean): void {
    const { Title = '', Author = '' } = this.info;
    const escaped = [Title, Author].reduce(
      (text, value) => text.replaceAll(`>${value}<`, () => `>${escapeHtml(value)}<`),
      xml,
    );
    super.appendXML(escaped, newLine);
  }
}

/** Adds an open element, which the caller has to end. */
export function openTag(pdf: Pdf, parent: Tag, role: string): Tag {
  const tag = pdf.struct(role);
  parent.add(tag);
  return tag;
}

/** Adds a list with its numbering type, which PDF/UA requires. */
export function openList(pdf: Pdf, parent: Tag, label: string): Tag {
  const list = openTag(pdf, parent, 'L');
  // Not in the library's types, and the library offers no other way to set attributes.
  const { data } = (list as Tag & { dictionary: { data: Record<string, unknown> } }).dictionary;
  data.A = { O: 'List', ListNumbering: numberings[label.charAt(0)] ?? 'Decimal' };
  return list;
}

/** The numbering type by the first character of the first label. */
const numberings: Record<string, string> = { '–': 'Disc', '(': 'LowerAlpha' };

/** Draws an artifact, which is not part of the content: rules, running heads, ornaments. */
export function drawArtifact(pdf: Pdf, type: 'Layout' | 'Pagination', draw: () => void): void {
  pdf.markContent('Artifact', { type });
  pdf.save();
  draw();
  pdf.restore();
  pdf.endMarkedContent();
}

/** Draws a horizontal rule, within an artifact; by default a hairline across the type area. */
export function drawRule(
  pdf: Pdf,
  y: number,
  { from = page.left, to = page.right, weight = 0.5, color = line } = {},
): void {
  pdf.lineWidth(weight).moveTo(from, y).lineTo(to, y).stroke(color);
}

// The library keeps the parsed font here and shows an empty box for a letter that it lacks.
interface WithFont {
  _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } };
}

/** Whether all fonts have a character. */
export function glyphsOf(pdf: Pdf, files: readonly string[]): (codePoint: number) => boolean {
  const fonts = files.map((file) => (pdf.font(file) as Pdf & WithFont)._font.font);
  return (codePoint) => fonts.every((font) => font.hasGlyphForCodePoint(codePoint));
}

/** Throws if a font lacks a character of the texts. */
export function requireGlyphs(pdf: Pdf, texts: string[]): void {
  const hasGlyph = glyphsOf(pdf, Object.values(fontFiles));
  const letters = new Set(texts.join(''));
  const missing = [...letters].filter((letter) => !hasGlyph(letter.codePointAt(0) ?? 0));
  if (missing.length > 0) throw new Error(`The typefaces of the PDFs lack ${missing.join(' ')}.`);
}
