import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const scryptInPool = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * How many hashes are made at a time, and how many wait for their turn. Each takes a core and a
 * thread of Node.js' pool of four for a good part of a second, which others need too.
 */
const most = { atOnce: 2, waiting: 8 };

/** More passwords at once than are checked here. */
export class PasswordsBusyError extends Error {
  override name = 'PasswordsBusyError';
}

let running = 0;
const waiting: (() => void)[] = [];

/** @throws PasswordsBusyError when too many wait already. */
async function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  if (running < most.atOnce) running += 1;
  else if (waiting.length >= most.waiting) throw new PasswordsBusyError('Too many passwords.');
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await scryptInPool(password.normalize('NFKC'), salt, keyBytes, options);
  } finally {
    // Whoever is next takes over the place.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const cost = { N: 32_768, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;
// Twice what the cost above takes, so that a stored hash can never ask for all the memory.
const maxmem = 64 * 1024 * 1024;

const readable = /^scrypt\$(\d{1,7})\$(\d{1,3})\$(\d{1,3})\$([\w-]{16,})\$([\w-]{43})$/;

/** A hash that no password has, and that costs as much to check as one that somebody has. */
export function impossibleHash(): string {
  return format(cost, randomBytes(saltBytes), randomBytes(keyBytes));
}

/**
 * Turns a password into `scrypt$N$r$p$salt$key`, with a new salt each time.
 *
 * @throws PasswordsBusyError when too many are asked for at once.
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
 * Says whether the password is the one that was hashed, in a time that does not tell how nearly
 * it is. False for a hash that cannot be read.
 *
 * @throws PasswordsBusyError when too many are asked for at once.
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
