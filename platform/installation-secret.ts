import { randomBytes, type KeyObject } from 'node:crypto';

import { deriveKey, installationSecretKey } from '../contract/email-counters.ts';
import type { RedisClient } from './redis.ts';
import { withTimeout } from './timeout.ts';

interface Options {
  prefix: string;
  secret?: string | undefined;
  /** Milliseconds to wait for Redis; by default the connection's own timeout. */
  timeout?: number;
}

/** Milliseconds after which the secret is fetched again, in case another process replaced it. */
const interval = 5_000;

/**
 * Derives a key per purpose from a secret that all processes share. This is the configured secret,
 * or a secret in Redis that the first process generates. If Redis loses it, a process restores it.
 */
export function createInstallationSecret(
  redis: Pick<RedisClient, 'set' | 'get'>,
  { prefix, secret, timeout }: Options,
) {
  const name = installationSecretKey(prefix);
  const keys = new Map<string, KeyObject>();
  let known = secret;
  let knownUntil = secret === undefined ? 0 : Infinity;
  let fetching: Promise<void> | undefined;

  async function fetchSecret(): Promise<void> {
    await redis.set(name, known ?? randomBytes(32).toString('base64url'), 'NX');
    const found = await redis.get(name);
    if (!found) throw new Error('Redis has no secret.');
    if (found !== known) keys.clear();
    known = found;
  }

  async function fetchInTime(): Promise<void> {
    try {
      await (timeout === undefined ? fetchSecret() : withTimeout(timeout, fetchSecret()));
    } catch {
      // The last known secret is most likely still valid.
    }
    fetching = undefined;
    if (known !== undefined) knownUntil = performance.now() + interval;
  }

  return {
    /** The key for a purpose; undefined if Redis has never answered with the secret. */
    async keyFor(purpose: string): Promise<KeyObject | undefined> {
      if (performance.now() >= knownUntil) await (fetching ??= fetchInTime());
      if (known === undefined) return undefined;
      const key = keys.get(purpose) ?? deriveKey(known, purpose);
      keys.set(purpose, key);
      return key;
    },
  };
}
