// Crockford's base 32 has no I, L, O or U, so a reference can be read out over the phone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The short reference that people use for an enquiry, such as `7F3K-92QD`: the first 40 bits of its
 * UUID in Crockford's base 32. It is derived from the id, so no look-up is needed.
 *
 * @throws RangeError if the id does not begin with ten hexadecimal digits.
 */
export function referenceOf(id: string): string {
  const digits = id.replaceAll('-', '').slice(0, 10);
  if (!/^[0-9a-f]{10}$/i.test(digits)) throw new RangeError('An enquiry id must be a UUID.');
  let bits = BigInt(`0x${digits}`);
  let reference = '';
  for (let position = 0; position < 8; position += 1) {
    reference = `${alphabet.charAt(Number(bits & 31n))}${reference}`;
    bits >>= 5n;
  }
  return inGroups(reference);
}

/**
 * The first ten digits of the UUID for a reference, with the hyphen after the eighth. Expects a
 * reference as `readReference` returns it.
 */
export function idPrefixOf(reference: string): string {
  let bits = 0n;
  for (const letter of reference.replace('-', '')) {
    bits = (bits << 5n) | BigInt(alphabet.indexOf(letter));
  }
  const digits = bits.toString(16).padStart(10, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

const written = new RegExp(`^[${alphabet}]{8}$`);

/**
 * Parses a reference that a person typed. Ignores upper and lower case, spaces and hyphens, and
 * reads O as 0 and I or L as 1. Undefined if the text is not a reference.
 */
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
  const found = [text, ...(within ?? [])].flatMap((part) => readReference(part) ?? []);
  return [...new Set(found)];
}

function inGroups(reference: string): string {
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}
