// Crockford's base 32 has no I, L, O or U, so a reference can be read out over the phone.
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

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

export function inGroups(reference: string): string {
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}
