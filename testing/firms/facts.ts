import type { Firm } from '../../contract/company.ts';

/** The facts that can be found only where a firm is meant. */
export function factsOf({ name, email, phone, founded, address, ...firm }: Firm): string[] {
  const { informationOfficer, social } = firm;
  const links = social.map(({ href }) => href);
  const places = [address.street, address.suburb, address.province];
  return [name, email, phone, String(founded), ...places, informationOfficer.email, ...links];
}
