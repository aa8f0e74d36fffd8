interface Run {
  text: string;
  href?: string;
}

// Phone numbers are in international or South African format.
const address =
  /\+\d[\d ]{7,}\d|\b0\d\d \d{3} \d{4}\b|(?:https?:\/\/)?[^\s@<>()“”,;:]+@[^\s@<>()“”,;:]+[\p{L}\d]|https?:\/\/[^\s<>()“”]*[\p{L}\d/]|(?:[\p{L}\d-]+\.)+[a-z]{2,}/gu;

/** Splits a line into plain text and links to email addresses, web addresses and phone numbers. */
export function findLinks(line: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const { 0: text, index } of line.matchAll(address)) {
    if (index > end) runs.push({ text: line.slice(end, index) });
    runs.push({ text, href: hrefOf(text) });
    end = index + text.length;
  }
  if (end < line.length) runs.push({ text: line.slice(end) });
  return runs;
}

function hrefOf(text: string): string {
  if (/^https?:\/\//.test(text)) return text;
  if (text.includes('@')) return `mailto:${text}`;
  if (/^[+\d ]+$/.test(text)) return `tel:${text.replaceAll(' ', '')}`;
  return `https://${text}`;
}
