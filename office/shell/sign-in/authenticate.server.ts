import { hashPersonal } from '../../server/same-address.ts';
import type { HttpMetrics } from '../../../platform/http/http-metrics.ts';
import { createLimiter, type Counted } from '../../../platform/http/limiter.ts';
import { tryAgainLater } from '../../../platform/http/problem.ts';
import { reasonOf } from '../../../platform/reason.ts';
import type { RedisClient } from '../../../platform/redis.ts';
import { checkCredentials, type Account } from '../../../storage/users.ts';
import type { OfficeConfig } from '../../config.ts';
import { staffUnavailable, type StaffDatabase } from '../../server/staff-database.ts';

/** Checks usernames and passwords. */
export function createAuthenticate(
  database: StaffDatabase,
  limiter: ReturnType<typeof createLoginLimiter>,
) {
  /**
   * The account with a username and password, if any. Only a wrong password counts as an attempt of
   * the source and the username.
   *
   * @throws Problem 429 after too many attempts; 503 if it cannot be checked.
   */
  async function byPassword(
    credentials: { username: string; password: string },
    source: string,
  ): Promise<Account | undefined> {
    const attempt = await limiter.count(source, credentials.username);
    let isWrong = false;
    try {
      const account = await database.use((store) => checkCredentials(store, credentials));
      isWrong = account === undefined;
      return account;
    } finally {
      if (!isWrong) await attempt.takeBack();
    }
  }

  return { byPassword };
}

/** Retries, and the milliseconds between them, for removing an attempt while Redis is down. */
const takeBackTries = 60;
const takeBackEvery = 1_000;

// High enough that one address cannot lock out a colleague, low enough to resist guessing.
const addressesPerUsername = 5;

/** Counts attempts by IP address and by username. */
export function createLoginLimiter(
  redis: RedisClient,
  config: OfficeConfig,
  metrics: Pick<HttpMetrics<'logins'>, 'limited'>,
) {
  const limiter = createLimiter(redis);
  const { STAFF_LOGIN_ATTEMPTS: attempts, STAFF_LOGIN_WINDOW_SECONDS: seconds } = config;
  const prefix = `${config.QUEUE_PREFIX}:login`;
  const perAddress = { prefix: `${prefix}:address`, max: attempts, seconds };
  const perUsername = {
    prefix: `${prefix}:username`,
    max: attempts * addressesPerUsername,
    seconds,
  };
  /** Retried while Redis is down, so that a correct password does not count as an attempt. */
  async function takeBack(given: Counted[], tries = takeBackTries): Promise<void> {
    try {
      await limiter.refund(...given);
    } catch {
      if (tries > 0) setTimeout(() => void takeBack(given, tries - 1), takeBackEvery).unref();
    }
  }

  return {
    /**
     * Counts an attempt before it is checked, so that concurrent ones do not slip through. It can
     * be undone if the password was right or could not be checked.
     *
     * @throws Problem 429 if there are too many; 503 if Redis does not answer, because without a
     * count passwords could be guessed without limit.
     */
    async count(source: string, username: string) {
      const given: Counted[] = [
        [perAddress, source],
        [perUsername, hashPersonal(username)],
      ];
      const refusal = await limiter.count(...given).catch(async (error: unknown) => {
        // The command was sent and may still be counted.
        if (reasonOf(error) === 'timeout') await takeBack(given);
        throw staffUnavailable('redis');
      });
      if (!refusal) return { takeBack: () => takeBack(given) };
      metrics.limited('logins');
      throw tryAgainLater(429, 'Too many sign-in attempts.', refusal.seconds);
    },
  };
}
