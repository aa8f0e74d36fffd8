import { alphabet, inGroups } from './reference.ts';

/** The first ten digits of the UUID for a reference in the form that `readReference` returns. */
export function idPrefixOf(reference: string): string {
  let bits = 0n;
  for (const letter of reference.replace('-', '')) {
    bits = (bits << 5n) | BigInt(alphabet.indexOf(letter));
  }
  const digits = bits.toString(16).padStart(10, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

const written = new RegExp(`^[${alphabet}]{8}$`);

/** Ignores case, spaces and hyphens; reads O as 0, and I or L as 1. Undefined for other text. */
export function readReference(text: string): string | undefined {
  const reference = text
    .toUpperCase()
    .replace(/[\s\p{Dash_Punctuation}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return written.test(reference) ? inGroups(reference) : undefined;
}

/** The references in a text: the whole of it, or within it with the hyphen, as in a subject line. */
export function referencesIn(text: string): string[] {
  const within = text.match(
    /(?<![\p{L}\p{N}])[\dA-Z]{4}\p{Dash_Punctuation}[\dA-Z]{4}(?![\p{L}\p{N}])/giu,
  );
  const references = [text, ...(within ?? [])].flatMap((part) => readReference(part) ?? []);
  return [...new Set(references)];
}
