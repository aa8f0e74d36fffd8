import type { Firm } from '#contract/company.ts';
import { firm } from '#firm/firm.ts';

/** Tests of the specification's wording are skipped for others, so that a fork's tests pass. */
export const isShipped = firm.name === 'Association Office';

/** Facts that no text contains by chance. */
export function factsOf({ name, email, phone, founded, address, ...firm }: Firm): string[] {
  const { informationOfficer, social } = firm;
  const links = social.map(({ href }) => href);
  const places = [address.street, address.suburb, address.province];
  return [name, email, phone, String(founded), ...places, informationOfficer.email, ...links];
}
