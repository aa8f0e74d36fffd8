import type { Firm } from '#contract/company.ts';

const placeholder =
  /^(?:Association Office|The Managing Director)$|\bexample (?:street|road)\b|\bexample\.(?:co\.za|com|org)$|\b000 0000$|^https:\/\/[^/]+\/?$/i;

/** The facts in firm/firm.ts that are still as we ship them, such as `phone: +27 11 000 0000`. */
export function findPlaceholders(firm: Firm, siteUrl: string): string[] {
  const facts = [...textsIn(firm), ['SITE_URL', siteUrl] as const];
  return facts
    .filter(
      ([place, text]) => placeholder.test(text) && (place !== 'SITE_URL' || /example/.test(text)),
    )
    .map(([place, text]) => `${place}: ${text}`);
}

/** The texts in a value, each with its place, such as `address.street`. */
function textsIn(value: unknown, place = ''): (readonly [place: string, text: string])[] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    textsIn(part, place === '' ? name : `${place}.${name}`),
  );
}
