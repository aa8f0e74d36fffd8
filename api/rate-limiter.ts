import type { RedisClient } from '../platform/redis.ts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

export interface RateLimiter {
  /**
   * Counts a request of the given source, or so many. Seconds to wait when it was one too many,
   * else 0.
   */
  count(source: string, requests?: number): Promise<number>;
}

export interface RateLimit {
  /** What the limiter's keys in Redis begin with. */
  prefix: string;
  /** How many requests a source has in each window. */
  requests: number;
  /** The length of a window. */
  seconds: number;
  /**
   * What to do while Redis does not answer: each process counts for itself, or nothing is counted
   * at all. Visitors are served on in either case.
   */
  withoutRedis: 'count' | 'pass';
}

const rest = 1_000;
/** Until when a connection is left alone that has just not answered: a visitor waits once. */
const restingUntil = new WeakMap<RedisClient, number>();

/** Counts in Redis for all API processes together, in windows that begin with the first request. */
export function createRateLimiter(redis: RedisClient, limit: RateLimit): RateLimiter {
  const shared = { keyPrefix: limit.prefix, points: limit.requests, duration: limit.seconds };
  const alone = limit.withoutRedis === 'count' ? new RateLimiterMemory(shared) : undefined;
  const together = new RateLimiterRedis({
    ...shared,
    storeClient: redis,
    // A source that is over its limit is turned away without a word to Redis.
    inMemoryBlockOnConsumed: limit.requests + 1,
  });

  async function consume(source: string, requests: number): Promise<unknown> {
    if ((restingUntil.get(redis) ?? 0) > Date.now()) return alone?.consume(source, requests);
    try {
      return await together.consume(source, requests);
    } catch (failure) {
      if (failure instanceof RateLimiterRes) throw failure;
      restingUntil.set(redis, Date.now() + rest);
      return alone?.consume(source, requests);
    }
  }

  return {
    async count(source, requests = 1) {
      try {
        await consume(source, requests);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1_000) || 1;
        throw refusal;
      }
    },
  };
}
