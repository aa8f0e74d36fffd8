import { createEmailCounters } from '../platform/email-counters.ts';
import type { RedisClient } from '../platform/redis.ts';
import type { ApiMetrics } from './api-metrics.ts';
import type { ApiConfig } from './config.ts';
import type { LimiterStore } from './limiter-store.ts';
import { tooManyForEmail, tooManyForUs } from './problem.ts';
import { createRateLimiter, type RateLimit } from './rate-limiter.ts';

/** Counts the enquiries that are fit to be taken. */
export interface EnquiryLimiter {
  /**
   * Counts an enquiry for its e-mail address and for everybody together, in one exchange with
   * Redis.
   *
   * @throws Problem 429 when it is one too many of either.
   */
  count(email: string): Promise<void>;
  /** Fetches what counting needs from Redis, so that no enquiry has to wait for it. */
  prepare(): Promise<void>;
}

const hour = 3_600;
const minute = 60;

export function createEnquiryLimiter(
  redis: RedisClient,
  store: LimiterStore,
  config: Pick<ApiConfig, 'QUEUE_PREFIX' | 'RATE_LIMIT_PER_EMAIL' | 'RATE_LIMIT_PER_MINUTE'>,
  metrics: Pick<ApiMetrics, 'limited'>,
): EnquiryLimiter {
  function open(prefix: string, limit: Pick<RateLimit, 'requests' | 'seconds'>) {
    // Without Redis no enquiry is taken: those who try again must not be counted for that.
    return createRateLimiter(store, { ...limit, prefix, withoutRedis: 'pass' });
  }
  const counters = createEmailCounters(redis, config.QUEUE_PREFIX);
  const byEmail = open(counters.prefix, { requests: config.RATE_LIMIT_PER_EMAIL, seconds: hour });
  const byMinute = open(`${config.QUEUE_PREFIX}:rate-all`, {
    requests: config.RATE_LIMIT_PER_MINUTE,
    seconds: minute,
  });

  async function countEmail(email: string): Promise<number> {
    const name = await counters.nameOf(email);
    return name === undefined ? 0 : byEmail.count(name);
  }

  return {
    async prepare() {
      await counters.nameOf('');
    },
    async count(email) {
      const [forEmail, forUs] = await Promise.all([countEmail(email), byMinute.count('enquiries')]);
      if (forEmail + forUs > 0) metrics.limited(forEmail > 0 ? 'email' : 'everybody');
      if (forEmail > 0) throw tooManyForEmail(forEmail);
      if (forUs > 0) throw tooManyForUs(forUs);
    },
  };
}
