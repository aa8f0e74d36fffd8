import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in a store's folder that contains its password. */
export function passwordFile(folder: string): string {
  return join(folder, 'password');
}

/** The password of a store in a folder; empty if it has none yet. */
export function readPassword(folder: string): string {
  const file = passwordFile(folder);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * The password of a store in a folder, generated on first use. Other users of the machine can
 * connect to the store, but cannot read the password file.
 */
export function ensurePassword(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = readPassword(folder);
  if (known) return known;
  const password = randomBytes(24).toString('base64url');
  writeFileSync(passwordFile(folder), password, { mode: 0o600 });
  return password;
}
