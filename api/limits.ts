import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible';

import { tryAgainLater } from '#server/http.ts';
import type { Metrics } from '#server/metrics.ts';
import { networkOf } from '#server/network.ts';
import type { Redis } from '#server/redis.ts';
import type { ApiConfig } from './config.ts';

const reasons = {
  network: 'one of many enquiries from the same network',
  flood: 'sent during a flood of enquiries',
};

export type Limits = ReturnType<typeof createLimits>;

/** While Redis is down, nothing is accepted or counted: counters in memory would only grow. */
export function createLimits(redis: Redis, config: ApiConfig, metrics: Metrics) {
  const duration = config.RATE_LIMIT_WINDOW_SECONDS;
  const points = config.RATE_LIMIT_PER_ADDRESS;
  const perNetwork = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `${config.QUEUE_PREFIX}:limit`,
    points,
    duration,
    inMemoryBlockOnConsumed: points,
    rejectIfRedisNotReady: true,
  });
  // Each process counts for itself, which is exact enough for a mark.
  const perMinute = new RateLimiterMemory({ points: config.RATE_LIMIT_PER_MINUTE, duration: 60 });
  const refused = metrics.counter(
    'enquiries_rate_limited_total',
    'Requests denied by a rate limit.',
    ['limit'],
  );
  refused.inc({ limit: 'address' }, 0);

  return {
    /** Returns reasons to mark an enquiry. @throws Problem 429 if its network has sent too many. */
    async count(address: string | undefined): Promise<string[]> {
      const network = await consume(perNetwork, networkOf(address));
      if (network.isOver) {
        refused.inc({ limit: 'address' });
        const sentence = 'We have received too many messages from your network.';
        throw tryAgainLater(429, sentence, network.seconds);
      }
      const everyone = await consume(perMinute, 'all');
      return [
        ...(network.consumed > points / 2 && points > 1 ? [reasons.network] : []),
        ...(everyone.isOver ? [reasons.flood] : []),
      ];
    },
  };
}

async function consume(limiter: RateLimiterAbstract, key: string) {
  let isOver = false;
  const result = await limiter.consume(key).catch((reason: unknown) => {
    // The library rejects with its result if the limit is exceeded, otherwise with an error.
    isOver = !(reason instanceof Error);
    return isOver ? (reason as RateLimiterRes) : undefined;
  });
  const { consumedPoints: consumed = 0, msBeforeNext = 0 } = result ?? {};
  return { isOver, consumed, seconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
}
