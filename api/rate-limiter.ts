import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

import type { LimiterStore } from './limiter-store.ts';

export interface RateLimiter {
  /** Counts a request of the given source. Seconds to wait when it was one too many, else 0. */
  count(source: string): Promise<number>;
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
/**
 * Until when a store is left alone that has just not answered: a visitor waits once. By a clock that
 * nobody sets back.
 */
const restingUntil = new WeakMap<LimiterStore, number>();

/** Counts in Redis for all API processes together, in windows that begin with the first request. */
export function createRateLimiter(store: LimiterStore, limit: RateLimit): RateLimiter {
  const shared = { keyPrefix: limit.prefix, points: limit.requests, duration: limit.seconds };
  const alone = limit.withoutRedis === 'count' ? new RateLimiterMemory(shared) : undefined;
  const together = new RateLimiterRedis({
    ...shared,
    storeClient: store,
    // A source that is over its limit is turned away without a word to Redis.
    inMemoryBlockOnConsumed: limit.requests + 1,
  });

  async function consume(source: string): Promise<unknown> {
    if ((restingUntil.get(store) ?? 0) > performance.now()) return alone?.consume(source);
    try {
      return await together.consume(source);
    } catch (failure) {
      if (failure instanceof RateLimiterRes) throw failure;
      restingUntil.set(store, performance.now() + rest);
      return alone?.consume(source);
    }
  }

  return {
    async count(source) {
      try {
        await consume(source);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1_000) || 1;
        throw refusal;
      }
    },
  };
}
