import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'express';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible';

import type { Metrics } from '../../packages/server/metrics.ts';
import { Problem, tryAgainLater } from '../../packages/server/http.ts';
import { networkOf } from '../../packages/server/network.ts';
import type { Redis } from '../../packages/server/redis.ts';
import type { OfficeConfig } from '../config.ts';
import { hashPersonal } from '../server/same-address.ts';
import { TaskError } from '../server/task.ts';

/** Milliseconds that an attempt waits after too many failures. */
const slowedBy = 2_000;
/** The passwords of one network that are checked at a time; more are refused. */
const maxAtOnce = 8;
const hour = 3_600;

/**
 * Limits failed sign-ins by name and network, and by network. Nobody else's failures count: after
 * too many, passwords are still checked, but slowly. While Redis is down, each process counts for
 * itself. A success is taken back, so that only failures count.
 */
export function createLimits(
  redis: Redis,
  config: OfficeConfig,
  metrics: Pick<Metrics, 'counter'>,
) {
  const { QUEUE_PREFIX, STAFF_LOGIN_ATTEMPTS: attempts } = config;
  const window = config.STAFF_LOGIN_WINDOW_SECONDS;
  const limited = metrics.counter(
    'enquiries_rate_limited_total',
    'Requests denied by a rate limit.',
    ['limit'],
  );
  limited.inc({ limit: 'logins' }, 0);

  function limit(name: string, points: number, duration: number): RateLimiterRedis {
    return new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${QUEUE_PREFIX}:login:${name}`,
      points,
      duration,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    });
  }
  /** All limits: how many, in how many seconds. */
  const limits = {
    /** Wrong passwords of one account from one network. */
    account: limit('account', attempts, window),
    /** Wrong passwords from one network. */
    network: limit('network', attempts * 10, window),
    /** Unknown passkeys, links and tokens from one network. They cannot be guessed. */
    other: limit('other', attempts * 6, window),
    /** Challenges for passkeys, which Redis stores for five minutes. */
    challenges: limit('challenges', attempts * 10, window),
    linkRequests: limit('link-requests', 20, hour),
    /** Emails with a link to one account. */
    links: limit('links', 3, hour),
  };
  type LimitName = keyof typeof limits;

  function refuse(seconds: number): Problem {
    limited.inc({ limit: 'logins' });
    return tryAgainLater(429, 'Too many sign-in attempts.', seconds);
  }

  /** Counts towards a limit. Resolves to the seconds until its window ends if it is exceeded. */
  async function count(name: LimitName, source: string): Promise<number | undefined> {
    const limiter: RateLimiterAbstract = limits[name];
    try {
      await limiter.consume(source);
      return undefined;
    } catch (result) {
      if (result instanceof Error) throw result;
      return Math.ceil((result as RateLimiterRes).msBeforeNext / 1_000) || 1;
    }
  }

  /** Runs an attempt that was counted, and takes the count back unless it fails. */
  async function takeBackUnlessFailed<Result>(
    counted: readonly (readonly [LimitName, string])[],
    attempt: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    let hasFailed = false;
    try {
      const result = await attempt();
      hasFailed = result === undefined;
      return result;
    } catch (error) {
      hasFailed = isRefusal(error);
      throw error;
    } finally {
      if (!hasFailed) {
        const back = counted.map(([name, source]) => limits[name].reward(source));
        await Promise.all(back).catch(() => undefined);
      }
    }
  }

  const running = new Map<string, number>();

  return {
    /**
     * Checks a password. `check` resolves to undefined if it is wrong.
     *
     * @throws Problem 429 if too many passwords of the same network are being checked.
     */
    async password<Result>(
      { ip }: Request,
      username: string,
      check: () => Promise<Result | undefined>,
    ): Promise<Result | undefined> {
      const network = networkOf(ip, 56);
      const busy = running.get(network) ?? 0;
      if (busy >= maxAtOnce) throw refuse(slowedBy / 1_000);
      running.set(network, busy + 1);
      try {
        const counted = [
          ['account', `${network}:${hashPersonal(username)}`],
          ['network', network],
        ] as const;
        const exceeded = await Promise.all(counted.map(([name, source]) => count(name, source)));
        return await takeBackUnlessFailed(counted, async () => {
          if (exceeded.some((seconds) => seconds !== undefined)) await sleep(slowedBy);
          return check();
        });
      } finally {
        const left = (running.get(network) ?? 1) - 1;
        if (left > 0) running.set(network, left);
        else running.delete(network);
      }
    },

    /**
     * Makes an attempt with a passkey, a link or a token.
     *
     * @throws Problem 429 after too many failures from the same network.
     */
    async other<Result>(
      { ip }: Request,
      attempt: () => Promise<Result | undefined>,
    ): Promise<Result | undefined> {
      const network = networkOf(ip, 56);
      const seconds = await count('other', network);
      if (seconds !== undefined) throw refuse(seconds);
      return takeBackUnlessFailed([['other', network]], attempt);
    },

    /** Counts a request whose success does not matter. @throws Problem 429 after too many. */
    async request({ ip }: Request, name: 'challenges' | 'linkRequests'): Promise<void> {
      const seconds = await count(name, networkOf(ip, 56));
      if (seconds !== undefined) throw refuse(seconds);
    },

    /** Whether an account may be emailed another link. */
    mayEmailLink: async (accountId: string) => (await count('links', accountId)) === undefined,
  };
}

/** Whether the attempt itself failed, rather than one of the stores. */
function isRefusal(error: unknown): boolean {
  if (error instanceof TaskError) return error.failure !== 'unavailable';
  return error instanceof Problem && error.status < 429;
}
