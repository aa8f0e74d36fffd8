import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'express';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

import { tryAgainLater } from '#server/http.ts';
import { networkOf } from '#server/network.ts';
import type { Redis } from '#server/redis.ts';
import { checkCredentials, type Account } from '#storage/users.ts';
import type { OfficeConfig } from '../config.ts';
import type { TaskContext } from '../server/task.ts';

/** Milliseconds that an attempt waits after too many failures. */
const slowedBy = 2_000;
/** The passwords of one network that are checked at a time; more are refused. */
const maxAtOnce = 4;

/**
 * Limits wrong passwords by account and network, and by network, so that nobody else's failures
 * count: after too many, passwords are still checked, but slowly. While Redis is down, each process
 * counts for itself. Passkeys, links and tokens cannot be guessed. Challenges of passkeys are
 * limited only so that no network can fill Redis with them.
 */
export function createLimits(redis: Redis, config: OfficeConfig) {
  const { STAFF_LOGIN_ATTEMPTS: attempts, STAFF_LOGIN_WINDOW_SECONDS: window } = config;
  /** The network of each password that is being checked. */
  const networksChecking: string[] = [];

  function limit(name: string, points: number, duration = window): RateLimiterRedis {
    return new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${config.QUEUE_PREFIX}:login:${name}`,
      points,
      duration,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    });
  }
  const wrongOfAccount = limit('account', attempts);
  const wrongOfNetwork = limit('network', attempts * 10);
  const challenges = limit('challenges', attempts * 10);
  const links = limit('links', 3, 3_600);

  return {
    /** @throws Problem 429 while too many passwords of the same network are being checked. */
    async authenticate(
      { database }: TaskContext,
      { ip }: Request,
      credentials: { username: string; password: string },
    ): Promise<Account | undefined> {
      const network = networkOf(ip, 56);
      // A hash, because people sometimes type a password in place of the username.
      const typed = credentials.username.trim().toLowerCase();
      const accountKey = `${network}:${createHash('sha256').update(typed).digest('hex')}`;
      if (networksChecking.filter((other) => other === network).length >= maxAtOnce) {
        throw tryAgainLater(429, 'Too many sign-in attempts.', slowedBy / 1_000);
      }
      networksChecking.push(network);
      try {
        const wrong = [await wrongOfAccount.get(accountKey), await wrongOfNetwork.get(network)];
        if (wrong.some((count) => count?.remainingPoints === 0)) await sleep(slowedBy);
        const account = await checkCredentials(await database(), credentials);
        if (account) return account;
        await wrongOfAccount.penalty(accountKey);
        await wrongOfNetwork.penalty(network);
        return undefined;
      } finally {
        networksChecking.splice(networksChecking.indexOf(network), 1);
      }
    },

    /** Counts a passkey's challenge, which Redis stores. @throws Problem 429 after too many. */
    async challenge({ ip }: Request): Promise<void> {
      await challenges.consume(networkOf(ip, 56)).catch(() => {
        throw tryAgainLater(429, 'Too many sign-in attempts.', window);
      });
    },

    /** Whether an account may be emailed another link. */
    mayEmailLink: (accountId: string) =>
      links.consume(accountId).then(
        () => true,
        () => false,
      ),
  };
}
