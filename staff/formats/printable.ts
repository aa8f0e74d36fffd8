/**
 * The text without what a terminal obeys: control characters, and marks that turn the direction
 * of what follows. Line breaks and tabs stay unless it has to be one line.
 */
export function printable(text: string, { oneLine = false } = {}): string {
  const plain = oneLine ? text.replace(/\s+/gu, ' ') : text.replace(/\r\n?/g, '\n');
  return plain.replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD');
}
