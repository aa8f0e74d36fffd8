import { randomBytes, type KeyObject } from 'node:crypto';

import { deriveKey, installationSecretKey } from '../contract/email-counters.ts';
import type { RedisClient } from './redis.ts';
import { withTimeout } from './timeout.ts';

export type InstallationSecret = ReturnType<typeof createInstallationSecret>;

interface Options {
  prefix: string;
  secret?: string | undefined;
  /** Milliseconds that Redis has to answer. Without it, as many as its connection gives it. */
  timeout?: number;
}

/**
 * Keys for one purpose each, from one secret that all processes share: the one that was set, else
 * the one that Redis keeps, which the first process that asks makes up.
 */
export function createInstallationSecret(
  redis: Pick<RedisClient, 'set' | 'get'>,
  { prefix, secret, timeout }: Options,
) {
  const name = installationSecretKey(prefix);
  const keys = new Map<string, KeyObject>();
  let known = secret;
  let asking: Promise<string> | undefined;

  async function ask(): Promise<string> {
    await redis.set(name, randomBytes(32).toString('base64url'), 'NX');
    const found = await redis.get(name);
    if (!found) throw new Error('Redis keeps no secret.');
    return found;
  }

  function askInTime(): Promise<string> {
    const answer = timeout === undefined ? ask() : withTimeout(timeout, ask());
    return answer.finally(() => (asking = undefined));
  }

  return {
    /** The key for a purpose; undefined while Redis, which keeps the secret, does not answer. */
    async keyFor(purpose: string): Promise<KeyObject | undefined> {
      try {
        known ??= await (asking ??= askInTime());
      } catch {
        return undefined;
      }
      const key = keys.get(purpose) ?? deriveKey(known, purpose);
      keys.set(purpose, key);
      return key;
    },
  };
}
