/**
 * Text that is fit for a subject or a label: one line, without characters that could hide or
 * reverse what stands beside it, and at most so many characters long.
 */
export function oneLine(text: string, longest: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    // Mail programs would decode what looks like an encoded word, line breaks and all.
    .replaceAll('=?', '= ?')
    .trim();
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
}
