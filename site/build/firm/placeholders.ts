import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Firm } from '../../../contract/company.ts';

/** Shipped files that a firm has to change or review, with the start of their SHA-256 hashes. */
export const shippedFiles: Record<string, string> = {
  'logo.svg': '28790e93da2a',
  'theme.ts': 'd1955aeac976',
  'content/en/home.ts': '6cfe0f8c049f',
  'content/en/services.ts': '25c9f1d3b6f0',
  'content/en/about.ts': '21f4d8563274',
  'content/en/questions.ts': 'd886d085b011',
  'content/en/terms.ts': 'faaad932cb6c',
  'content/en/paia.ts': 'ff6b3594e427',
  'content/en/privacy-conditions.ts': 'b2cbe1086cc7',
  'content/en/privacy.ts': '2a0aade78e48',
};

/** The files that a firm may keep after a review: the theme, and texts made from its facts. */
const mayStay = /^theme\.ts$|^content\/en\/(?:terms|paia|privacy.*)\.ts$/;

/** Everything in firm/ that is still as we ship it and cannot be right for another firm. */
export function findPlaceholders(folder: string, firm: Firm): string[] {
  const facts = Object.entries(flat(firm)).filter(isPlaceholder);
  return [
    ...facts.map(([name, value]) => `firm/firm.ts: ${name}: ${value}`),
    ...findShipped(folder, (file) => !mayStay.test(file)),
  ];
}

/** The files that the firm may keep after a review and that are still as we ship them. */
export function findUnchanged(folder: string): string[] {
  return findShipped(folder, (file) => mayStay.test(file));
}

function findShipped(folder: string, isWanted: (file: string) => boolean): string[] {
  return Object.keys(shippedFiles)
    .filter(isWanted)
    .filter((file) => existsSync(join(folder, file)))
    .filter((file) => digest(join(folder, file)) === shippedFiles[file])
    .map((file) => `firm/${file}: as shipped`);
}

function isPlaceholder([place, value]: [string, string]): boolean {
  return (
    /^(?:Association Office|The Managing Director)$|\bexample (?:street|road)\b|\bexample\.(?:co\.za|com|org)$|\b000 0000$/i.test(
      value,
    ) ||
    // The front page of a social network, rather than the firm's page there.
    (place.endsWith('.href') && URL.canParse(value) && new URL(value).pathname === '/')
  );
}

/** The texts in a value, by their place, such as `address.street`. */
export function flat(value: unknown, place = ''): Record<string, string> {
  if (typeof value === 'string') return { [place]: value };
  if (typeof value !== 'object' || value === null) return {};
  const parts = Object.entries(value).map(([name, part]: [string, unknown]) =>
    flat(part, place === '' ? name : `${place}.${name}`),
  );
  return Object.assign({}, ...parts) as Record<string, string>;
}

/** The beginning of a file's SHA-256 hash. It does not depend on the kind of line endings. */
export function digest(file: string): string {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
