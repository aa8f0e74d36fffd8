import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const scryptInPool = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export const cost = { N: 32_768, r: 8, p: 3 };
const keyBytes = 32;
// Twice the memory that `cost` needs.
const maxmem = 64 * 1024 * 1024;

function derive(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  return scryptInPool(password.normalize('NFKC'), salt, keyBytes, { ...options, maxmem });
}

function format(salt: Buffer, key: Buffer): string {
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** A dummy hash that matches no password but takes as long to check as a real one. */
export function impossibleHash(): string {
  return format(randomBytes(16), randomBytes(keyBytes));
}

/** Hashes a password as `scrypt$N$r$p$salt$key` with a random salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return format(salt, await derive(password, salt, cost));
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = hash.split('$');
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64url'), options);
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
}
