import type { Firm } from '../../contract/company.ts';
import { firm } from '../../firm/firm.ts';

/**
 * Whether firm/ is the firm that we ship. Only then do tests of the specification's wording run, so
 * that a fork's tests pass with its own firm. The name is the first thing that a fork changes.
 */
export const isShipped = firm.name === 'Association Office';

/** A firm's facts whose wording cannot occur by chance: a text with one is about that firm. */
export function factsOf({ name, email, phone, founded, address, ...firm }: Firm): string[] {
  const { informationOfficer, social } = firm;
  const links = social.map(({ href }) => href);
  const places = [address.street, address.suburb, address.province];
  return [name, email, phone, String(founded), ...places, informationOfficer.email, ...links];
}
