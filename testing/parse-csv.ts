const guardedFormula = /^''*[=+\-@\t\r\n＝＋－＠]/;
const cellAndEnd = /"([^"]*(?:""[^"]*)*)"(,|\r\n)/y;

/**
 * Reads back what `writeCsv` wrote, exactly: the cells of each line, the titles first.
 *
 * @throws SyntaxError when the text is not what `writeCsv` writes.
 */
export function parseCsv(text: string): string[][] {
  const content = text.replace(/^\uFEFF/, '');
  const lines: string[][] = [];
  let line: string[] = [];
  let position = 0;
  while (position < content.length) {
    cellAndEnd.lastIndex = position;
    const [matched, cell, end] = cellAndEnd.exec(content) ?? [];
    if (matched === undefined || cell === undefined) {
      throw new SyntaxError(`There is no cell at character ${position}.`);
    }
    line.push(unguardCell(cell.replaceAll('""', '"')));
    position += matched.length;
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  if (line.length > 0) throw new SyntaxError('The last line does not end.');
  return lines;
}

/** Takes away the apostrophe that `guardCell` put there, and no other. */
export function unguardCell(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell;
}
