const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

// East Asian letters and emoji take two columns of a terminal.
const wide =
  /^(?:[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{Regional_Indicator})/u;

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** The text in exactly so many columns: cut with an ellipsis, or filled up with spaces. */
export function fitWidth(text: string, width: number): string {
  const missing = width - displayWidth(text);
  if (missing >= 0) return `${text}${' '.repeat(missing)}`;
  let cut = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = used + displayWidth(segment);
    if (next > width - 1) break;
    cut += segment;
    used = next;
  }
  return `${cut}…${' '.repeat(width - 1 - used)}`;
}
