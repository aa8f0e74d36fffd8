import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const scryptInPool = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The cost of new hashes. */
export const cost = { N: 32_768, r: 8, p: 3 };
const keyBytes = 32;
// Twice the memory that `cost` needs. A stored hash that needs more is invalid.
const maxmem = 64 * 1024 * 1024;

function derive(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  return scryptInPool(password.normalize('NFKC'), salt, keyBytes, { ...options, maxmem });
}

function format(salt: Buffer, key: Buffer): string {
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

const readable = /^scrypt\$(\d{1,7})\$(\d{1,3})\$(\d{1,3})\$([\w-]{16,})\$([\w-]{43})$/;

/** A dummy hash that matches no password but takes as long to check as a real one. */
export function impossibleHash(): string {
  return format(randomBytes(16), randomBytes(keyBytes));
}

/** Hashes a password as `scrypt$N$r$p$salt$key` with a random salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return format(salt, await derive(password, salt, cost));
}

/** Whether a password matches a hash, compared in constant time. False if the hash is invalid. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt, key] = readable.exec(hash) ?? [];
  if (!salt || !key) return false;
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  try {
    const derived = await derive(password, Buffer.from(salt, 'base64url'), options);
    return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
