import type { Firm } from '../../contract/company.ts';
import { firm } from '../../firm/firm.ts';

/**
 * Whether firm/ is the one that we ship. Tests of the specification's wording run only then, so that
 * the tests of a fork pass with its own firm. Its name is the first thing that a fork changes.
 */
export const isShipped = firm.name === 'Association Office';

/** The facts whose text cannot occur by chance, so that finding one means that firm. */
export function factsOf({ name, email, phone, founded, address, ...firm }: Firm): string[] {
  const { informationOfficer, social } = firm;
  const links = social.map(({ href }) => href);
  const places = [address.street, address.suburb, address.province];
  return [name, email, phone, String(founded), ...places, informationOfficer.email, ...links];
}
