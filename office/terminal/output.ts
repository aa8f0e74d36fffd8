import { writeWholeFile, type Pieces } from './files.ts';
import type { Terminal } from './terminal.ts';

/** Writes rows as JSON, or as a table with these columns. */
export async function writeRows<Row>(
  terminal: Terminal,
  { json, columns }: { json: boolean; columns: Record<string, (row: Row) => string> },
  rows: readonly Row[],
): Promise<void> {
  if (json) return terminal.write(`${JSON.stringify(rows, null, 2)}\n`);
  const titles = Object.keys(columns);
  const cells = rows.map((row) =>
    Object.values(columns).map((of) => printable(of(row), { oneLine: true })),
  );
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...cells.map((line) => line[index]?.length ?? 0)),
  );
  const lines = [titles, ...cells].map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  await terminal.write(`${lines.join('\n')}\n`);
}

/**
 * Writes a result to a file, or to the terminal if no file is given.
 *
 * @throws CommandError if not all of it could be written.
 */
export async function writeResult(
  terminal: Terminal,
  file: string | undefined,
  pieces: Pieces,
): Promise<void> {
  if (file === undefined) {
    for await (const piece of pieces) await terminal.write(String(piece));
    return;
  }
  await writeWholeFile(file, pieces);
  terminal.note(`Written to ${file}. It contains personal data: delete it after use.`);
}

/**
 * Replaces characters that would move the cursor or reverse the text direction; with `oneLine`,
 * line breaks and tabs too.
 */
export function printable(given: string, { oneLine = false } = {}): string {
  const plain = oneLine ? given.replace(/\s+/gu, ' ') : given.replace(/\r\n?/g, '\n');
  return plain.replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD');
}
