import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { RedisClient } from './redis.ts';

/** Keys for one purpose each, from one secret that all processes share. */
export interface InstallationSecret {
  /** The key for a purpose; undefined while Redis, which keeps the secret, does not answer. */
  keyFor(purpose: string): Promise<KeyObject | undefined>;
}

/**
 * Takes the secret that was set, else the one that Redis keeps, which the first process that asks
 * makes up.
 */
export function createInstallationSecret(
  redis: Pick<RedisClient, 'set' | 'get'>,
  { prefix, secret }: { prefix: string; secret?: string | undefined },
): InstallationSecret {
  const name = `${prefix}:form-secret`;
  const keys = new Map<string, KeyObject>();
  let known = secret;
  let asking: Promise<string> | undefined;

  async function ask(): Promise<string> {
    await redis.set(name, randomBytes(32).toString('base64url'), 'NX');
    const kept = await redis.get(name);
    if (!kept) throw new Error('Redis keeps no secret.');
    return kept;
  }

  return {
    async keyFor(purpose) {
      try {
        known ??= await (asking ??= ask().finally(() => (asking = undefined)));
      } catch {
        return undefined;
      }
      const key = keys.get(purpose) ?? derive(known, purpose);
      keys.set(purpose, key);
      return key;
    },
  };
}

// Signing with bytes instead would import them anew each time, which takes Node.js 24 longer than
// the signature.
function derive(secret: string, purpose: string): KeyObject {
  return createSecretKey(createHmac('sha256', secret).update(purpose).digest());
}
