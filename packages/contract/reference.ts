// Crockford's base 32 has no I, L, O or U, so a reference can be read out over the phone.
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The first 40 bits of an enquiry's UUID in Crockford's base 32, such as `7F3K-92QD`.
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
