import type { Firm } from '#contract/company.ts';
import { firm } from '#firm/firm.ts';

/**
 * Whether firm/ holds the firm that we ship. Tests of the specification's wording are skipped for
 * other firms, so that a fork's tests pass. Compares the name, because a fork changes it first.
 */
export const isShipped = firm.name === 'Association Office';

/** Facts that no text contains by chance: a text that contains one is about this firm. */
export function factsOf({ name, email, phone, founded, address, ...firm }: Firm): string[] {
  const { informationOfficer, social } = firm;
  const links = social.map(({ href }) => href);
  const places = [address.street, address.suburb, address.province];
  return [name, email, phone, String(founded), ...places, informationOfficer.email, ...links];
}
