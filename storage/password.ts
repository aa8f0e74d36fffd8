import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const scryptInPool = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * The maximum number of hashes to compute at a time, and the maximum in the queue. Each hash takes
 * a core and one of the four threads in Node.js's pool for much of a second.
 */
const limits = { concurrent: 2, waiting: 40 };

/** Too many passwords are being checked. */
export class PasswordsBusyError extends Error {
  override name = 'PasswordsBusyError';
}

let running = 0;
const waiting: (() => void)[] = [];

/** Waits in the queue, and then derives a key. @throws PasswordsBusyError if the queue is full. */
async function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  if (running < limits.concurrent) running += 1;
  else if (waiting.length >= limits.waiting) throw new PasswordsBusyError('Too many passwords.');
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await scryptInPool(password.normalize('NFKC'), salt, keyBytes, options);
  } finally {
    // `running` stays the same if the next in the queue takes over this slot.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const cost = { N: 32_768, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;
// Twice the memory that `cost` needs. A stored hash that needs more is invalid.
const maxmem = 64 * 1024 * 1024;

const readable = /^scrypt\$(\d{1,7})\$(\d{1,3})\$(\d{1,3})\$([\w-]{16,})\$([\w-]{43})$/;

/** A dummy hash that matches no password but takes as long to check as a real one. */
export function impossibleHash(): string {
  return format(cost, randomBytes(saltBytes), randomBytes(keyBytes));
}

/**
 * Hashes a password as `scrypt$N$r$p$salt$key` with a random salt.
 *
 * @throws PasswordsBusyError if too many passwords are being hashed.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(password, salt, { ...cost, maxmem });
  return format(cost, salt, key);
}

function format({ N, r, p }: typeof cost, salt: Buffer, key: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether a password matches a hash, compared in constant time. False if the hash is invalid.
 *
 * @throws PasswordsBusyError if too many passwords are being checked.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt, key] = readable.exec(hash) ?? [];
  if (!salt || !key) return false;
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem };
  try {
    const derived = await derive(password, Buffer.from(salt, 'base64url'), options);
    return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
