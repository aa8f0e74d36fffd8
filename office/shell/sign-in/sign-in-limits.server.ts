import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'express';

import type { HttpMetrics } from '../../../platform/http/http-metrics.ts';
import { createLimiter, type Counted, type ToCount } from '../../../platform/http/limiter.ts';
import { Problem, tryAgainLater } from '../../../platform/http/problem.ts';
import { sourcesOf } from '../../../platform/http/request-source.ts';
import { reasonOf } from '../../../platform/reason.ts';
import type { RedisClient } from '../../../platform/redis.ts';
import type { OfficeConfig } from '../../config.ts';
import { hashPersonal } from '../../server/same-address.ts';
import { staffUnavailable } from '../../server/staff-database.ts';
import { TaskError } from '../../server/task.ts';
import type { createDeviceCookies } from './device-cookie.server.ts';

/** Milliseconds that an attempt waits after too many failures. */
const slowedBy = 2_000;
/** The maximum number of attempts waiting per network, device or slowed-down account. */
const maxWaiting = 4;
/** The factors by which limits are higher for an IPv6 /48, and for passkeys, links and tokens. */
const [perSite, perOther] = [5, 6];
/**
 * The number of retries for undoing a count while Redis is down, and the milliseconds between them.
 */
const takeBackTries = 60;
const takeBackEvery = 1_000;

interface Options {
  config: OfficeConfig;
  metrics: Pick<HttpMetrics<'logins'>, 'limited'>;
  devices: ReturnType<typeof createDeviceCookies>;
}

/**
 * Limits failed sign-ins: per browser if an account has signed in there before, otherwise per
 * address, per IPv6 /48 and per account. Too many wrong passwords slow down further attempts.
 * Attempts elsewhere never affect a known browser. docs/security.md calculates how many guesses the
 * limits allow.
 */
export function createSignInLimits(redis: RedisClient, { config, metrics, devices }: Options) {
  const limiter = createLimiter(redis);
  const turns = createTurns();

  function limited(kind: string, source: string, times = 1): Counted {
    const { STAFF_LOGIN_ATTEMPTS, STAFF_LOGIN_WINDOW_SECONDS: seconds } = config;
    const prefix = `${config.QUEUE_PREFIX}:login:${kind}`;
    return [{ prefix, max: STAFF_LOGIN_ATTEMPTS * times, seconds }, source];
  }

  function refuse(seconds: number): Problem {
    metrics.limited('logins');
    return tryAgainLater(429, 'Too many sign-in attempts.', seconds);
  }

  /** Undoes a count; retries while Redis is down, so that a success is not counted as a failure. */
  async function takeBack(given: Counted[], tries = takeBackTries): Promise<void> {
    try {
      await limiter.refund(...given);
    } catch {
      if (tries > 0) setTimeout(() => void takeBack(given, tries - 1), takeBackEvery).unref();
    }
  }

  /**
   * Counts an attempt before it is checked, so that concurrent attempts cannot evade the limit.
   * Undoes the count unless the attempt fails.
   */
  async function count<Result>(
    given: ToCount,
    attempt: (exceeded: Counted[]) => Promise<Result>,
  ): Promise<Result> {
    const all = [...given.strict, ...(given.lenient ?? [])];
    const { refusal, exceeded = [] } = await limiter
      .countAll(given)
      .catch(async (error: unknown) => {
        // The command was sent, so Redis may still execute it.
        if (reasonOf(error) === 'timeout') await takeBack(all);
        throw staffUnavailable('redis');
      });
    if (refusal) throw refuse(refusal.seconds);
    let hasFailed = false;
    try {
      const result = await attempt(exceeded);
      hasFailed = result === undefined;
      return result;
    } catch (error) {
      hasFailed = isRefusal(error);
      throw error;
    } finally {
      if (!hasFailed) await takeBack(all.filter((counted) => !exceeded.includes(counted)));
    }
  }

  return {
    /**
     * Checks a password after the earlier attempts of the same browser or network have finished.
     * `check` resolves to undefined if the password is wrong.
     *
     * @throws Problem 429 if too many attempts are waiting; 503 if Redis is down, because passwords
     *   could be guessed without limit if failures were not counted.
     */
    async password<Result>(
      request: Request,
      username: string,
      check: (isKnown: boolean) => Promise<Result | undefined>,
    ): Promise<Result | undefined> {
      const device = await devices.find(request, username);
      const { network, site } = sourcesOf(request.ip);
      const account = limited('account', hashPersonal(username));
      const lenient = device
        ? [limited('device', device)]
        : [limited('address', network), ...(site ? [limited('site', site, perSite)] : []), account];
      return turns.take(device ?? site ?? network, refuse, () =>
        count({ strict: [], lenient }, async (exceeded) => {
          if (exceeded.length === 0) return check(device !== undefined);
          const slowed = () => sleep(slowedBy).then(() => check(device !== undefined));
          return exceeded.includes(account) ? turns.take(account[1], refuse, slowed) : slowed();
        }),
      );
    },

    /**
     * Makes an attempt with a passkey, a link or a token. These cannot be guessed, so more failures
     * are allowed. After too many, attempts are refused instead of slowed down.
     *
     * @throws Problem 429 after too many failures; 503 if Redis does not answer.
     */
    async other<Result>(request: Request, attempt: () => Promise<Result>): Promise<Result> {
      const device = await devices.find(request);
      const { network, site } = sourcesOf(request.ip);
      const strict = device
        ? [limited('other', device, perOther)]
        : [
            limited('other', network, perOther),
            ...(site ? [limited('other', site, perOther * perSite)] : []),
          ];
      return count({ strict }, attempt);
    },
  };
}

/** Whether the attempt itself failed, rather than one of the stores. */
function isRefusal(error: unknown): boolean {
  if (error instanceof TaskError) return error.failure !== 'unavailable';
  return error instanceof Problem && error.status < 429;
}

function createTurns() {
  const queues = new Map<string, { length: number; last: Promise<unknown> }>();
  return {
    /**
     * Runs a task after the earlier tasks with the same key.
     *
     * @throws the error that `refuse` returns, if too many tasks are waiting. `refuse` gets the
     *   number of seconds after which to retry.
     */
    async take<Result>(
      key: string,
      refuse: (seconds: number) => Error,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const queue = queues.get(key) ?? { length: 0, last: Promise.resolve() };
      if (queue.length > maxWaiting) throw refuse(maxWaiting);
      queues.set(key, queue);
      queue.length += 1;
      const mine = queue.last.then(work);
      queue.last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        queue.length -= 1;
        if (queue.length === 0) queues.delete(key);
      }
    },
  };
}
