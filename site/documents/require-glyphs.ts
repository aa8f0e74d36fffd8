import { faces } from './faces.ts';
import type { Pdf } from './pdf.ts';

// The library keeps the parsed font here and shows an empty box for a letter that it lacks.
interface WithFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** Throws when a typeface lacks a letter of the texts, which would be missing on paper. */
export function requireGlyphs(pdf: Pdf, texts: string[]): void {
  const letters = new Set(texts.join(''));
  for (const face of Object.values(faces)) {
    const { font } = (pdf.font(face) as Pdf & WithFont)._font;
    const missing = [...letters].filter(
      (letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
    );
    if (missing.length > 0) {
      throw new Error(`The typefaces of the PDFs lack ${missing.join(' ')}.`);
    }
  }
}
