import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Firm } from '../../../contract/company.ts';

/** The files that we ship, by the beginning of their SHA-256. */
export const shippedFiles: Record<string, string> = {
  'logo.svg': '28790e93da2a',
  'theme.ts': 'd1955aeac976',
  'content/home.ts': '42a9b13b56fb',
  'content/services.ts': 'e6cc5bbbdbb8',
  'content/about.ts': '2fa3f9a8395e',
  'content/terms.ts': 'c48945928db6',
  'content/paia.ts': '12c6243385ea',
  'content/privacy-conditions.ts': '7f09e4897e86',
  'content/privacy.ts': '3a76da82246c',
};

/** Everything in firm/ that is still as we ship it. */
export function findPlaceholders(folder: string, firm: Firm): string[] {
  const facts = Object.entries(flat(firm)).filter(isPlaceholder);
  const files = Object.keys(shippedFiles).filter(
    (file) => existsSync(join(folder, file)) && digest(join(folder, file)) === shippedFiles[file],
  );
  return [
    ...facts.map(([name, value]) => `firm/firm.ts: ${name}: ${value}`),
    ...files.map((file) => `firm/${file}: as shipped`),
  ];
}

function isPlaceholder([place, value]: [string, string]): boolean {
  return (
    /^(?:Association Office|The Managing Director)$|\bexample (?:street|road)\b|\bexample\.(?:co\.za|com|org)$|\b000 0000$/i.test(
      value,
    ) ||
    // The front page of a social network, and not the firm's page there.
    (place.endsWith('.href') && URL.canParse(value) && new URL(value).pathname === '/')
  );
}

/** The texts in a value, by their place, such as `address.street`. */
function flat(value: unknown, place = ''): Record<string, string> {
  if (typeof value === 'string') return { [place]: value };
  if (typeof value !== 'object' || value === null) return {};
  const parts = Object.entries(value).map(([name, part]: [string, unknown]) =>
    flat(part, place === '' ? name : `${place}.${name}`),
  );
  return Object.assign({}, ...parts) as Record<string, string>;
}

export function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
}
