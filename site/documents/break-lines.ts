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

/** How many of the lines to set before the page turns, so that none is left alone on either. */
export function linesBeforeTurn(lines: number, fitting: number): number {
  if (fitting >= lines) return lines;
  if (lines <= 3 || fitting < 2) return 0;
  return Math.min(fitting, lines - 2);
}

/** How many lines must fit for a paragraph to begin on the page. */
export function linesToBegin(lines: number): number {
  return lines <= 3 ? lines : 2;
}
