import type { RedisClient } from '../../platform/redis.ts';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

import { hashPersonal } from '../../platform/hash-personal.ts';
import { staffUnavailable, tooManySignIns } from './staff-problems.ts';

/** Counts attempts to sign in that have not succeeded. */
export interface LoginLimiter {
  /**
   * Counts an attempt before it is looked at, so that many at once do not slip through.
   *
   * @throws Problem 429 when it is one too many; 503 when Redis does not answer, because without
   * a count anybody could try passwords for as long as they like.
   */
  count(source: string, username: string): Promise<void>;
  /** Takes the attempt back: it has succeeded. */
  forgive(source: string, username: string): Promise<void>;
}

export interface LoginLimit {
  /** What the keys in Redis begin with. */
  prefix: string;
  /** How many attempts an address has in each window. */
  attempts: number;
  /** The length of a window. */
  seconds: number;
  /** Called for each attempt that is one too many. */
  onRefusal: () => void;
}

// Enough that one address cannot lock a colleague out, few enough for a password to hold.
const addressesPerUsername = 5;

/** Counts by the address that an attempt comes from, and by the username that it is for. */
export function createLoginLimiter(redis: RedisClient, limit: LoginLimit): LoginLimiter {
  function open(name: string, points: number): RateLimiterRedis {
    return new RateLimiterRedis({
      keyPrefix: `${limit.prefix}:${name}`,
      points,
      duration: limit.seconds,
      storeClient: redis,
      rejectIfRedisNotReady: true,
    });
  }
  const byAddress = open('address', limit.attempts);
  const byUsername = open('username', limit.attempts * addressesPerUsername);
  return {
    async count(source, username) {
      try {
        await byAddress.consume(source);
        await byUsername.consume(hashPersonal(username));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw staffUnavailable('redis');
        limit.onRefusal();
        throw tooManySignIns(Math.ceil(refusal.msBeforeNext / 1_000) || 1);
      }
    },
    async forgive(source, username) {
      await Promise.allSettled([
        byAddress.reward(source),
        byUsername.reward(hashPersonal(username)),
      ]);
    },
  };
}
