// Crockford's base 32: no I, L, O or U, so that a reference survives being read out by telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The short reference that people use for a submission, such as `7F3K-92QD`: the first 40 bits of
 * its UUID in Crockford's base 32, so that whoever knows the id (a duplicate, a retry, a mail)
 * knows it without a look-up.
 *
 * @throws RangeError if the id does not begin with ten hexadecimal digits.
 */
export function referenceOf(id: string): string {
  const digits = id.replaceAll('-', '').slice(0, 10);
  if (!/^[0-9a-f]{10}$/i.test(digits)) throw new RangeError('A submission id must be a UUID.');
  let bits = BigInt(`0x${digits}`);
  let reference = '';
  for (let position = 0; position < 8; position += 1) {
    reference = `${alphabet.charAt(Number(bits & 31n))}${reference}`;
    bits >>= 5n;
  }
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}
