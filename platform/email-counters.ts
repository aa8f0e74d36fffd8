import { createHmac } from 'node:crypto';

import { createInstallationSecret } from './installation-secret.ts';
import type { RedisClient } from './redis.ts';

/** Where Redis counts the enquiries of an e-mail address: the API counts, and erasing finds it. */
export interface EmailCounters {
  /** What the names of all counters begin with. */
  prefix: string;
  /**
   * What stands for an address after that, the same whatever its case; undefined while Redis does
   * not answer.
   */
  nameOf(email: string): Promise<string | undefined>;
}

/**
 * Names are keyed, so that nobody who sees them can find an address by trying. The key is always
 * the one that Redis keeps: erasing needs no other setting than the address of Redis.
 */
export function createEmailCounters(
  redis: Pick<RedisClient, 'set' | 'get'>,
  queuePrefix: string,
): EmailCounters {
  const secret = createInstallationSecret(redis, { prefix: queuePrefix });
  return {
    prefix: `${queuePrefix}:rate-email`,
    async nameOf(email) {
      const key = await secret.keyFor('rate-email');
      const address = email.trim().toLowerCase();
      return key && createHmac('sha256', key).update(address).digest('base64url');
    },
  };
}
