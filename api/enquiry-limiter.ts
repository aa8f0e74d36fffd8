import { createHmac } from 'node:crypto';
import type { RedisClient } from '../platform/redis.ts';

import type { ApiMetrics } from './api-metrics.ts';
import type { ApiConfig } from './config.ts';
import { tooManyForEmail, tooManyForUs } from './problem.ts';
import { createRateLimiter, type RateLimit } from './rate-limiter.ts';
import type { InstallationSecret } from './screening/installation-secret.ts';

/** Counts the enquiries that are fit to be taken. */
export interface EnquiryLimiter {
  /**
   * Counts an enquiry for its e-mail address and for everybody together, in one exchange with
   * Redis.
   *
   * @throws Problem 429 when it is one too many of either.
   */
  count(email: string): Promise<void>;
}

const hour = 3_600;
const minute = 60;

export function createEnquiryLimiter(
  redis: RedisClient,
  secret: Pick<InstallationSecret, 'keyFor'>,
  config: Pick<ApiConfig, 'QUEUE_PREFIX' | 'RATE_LIMIT_PER_EMAIL' | 'RATE_LIMIT_PER_MINUTE'>,
  metrics: Pick<ApiMetrics, 'limited'>,
): EnquiryLimiter {
  function open(name: string, limit: Pick<RateLimit, 'requests' | 'seconds'>) {
    const prefix = `${config.QUEUE_PREFIX}:${name}`;
    // Without Redis no enquiry is taken: those who try again must not be counted for that.
    return createRateLimiter(redis, { ...limit, prefix, withoutRedis: 'pass' });
  }
  const byEmail = open('rate-email', { requests: config.RATE_LIMIT_PER_EMAIL, seconds: hour });
  const byMinute = open('rate-all', { requests: config.RATE_LIMIT_PER_MINUTE, seconds: minute });

  async function countEmail(email: string): Promise<number> {
    const key = await secret.keyFor('rate-email');
    if (!key) return 0;
    // Keyed, so that nobody who sees the keys in Redis can find an address by trying.
    return byEmail.count(createHmac('sha256', key).update(email.toLowerCase()).digest('base64url'));
  }

  return {
    async count(email) {
      const [forEmail, forUs] = await Promise.all([countEmail(email), byMinute.count('enquiries')]);
      if (forEmail + forUs > 0) metrics.limited(forEmail > 0 ? 'email' : 'everybody');
      if (forEmail > 0) throw tooManyForEmail(forEmail);
      if (forUs > 0) throw tooManyForUs(forUs);
    },
  };
}
