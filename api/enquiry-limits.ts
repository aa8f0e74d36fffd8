import { createHmac } from 'node:crypto';

import type { ErrorRequestHandler, Request, RequestHandler } from 'express';

import { idempotencyKeyHeader } from '../contract/api.ts';
import { emailCounterName, emailCounterPrefix, mailboxOf } from '../contract/email-counters.ts';
import {
  createLimiter,
  createLocalLimiter,
  type Counted,
  type CountResult,
  type Limit,
  type ToCount,
} from '../platform/http/limiter.ts';
import { problemFrom, tryAgainLater, type Problem } from '../platform/http/problem.ts';
import { sourcesOf } from '../platform/http/request-source.ts';
import type { InstallationSecret } from '../platform/installation-secret.ts';
import type { RedisClient } from '../platform/redis.ts';
import type { ApiMetrics } from './api-metrics.ts';
import type { ApiConfig } from './config.ts';
import { isNativeForm, parseBody } from './contact-body.ts';
import { createDenyCache } from './deny-cache.ts';

/** Milliseconds to wait for Redis: rate limiting must not delay visitors for longer. */
export const countingTimeout = 250;
/** Milliseconds to skip Redis after an error, so that not every visitor waits for the timeout. */
const redisPause = 1_000;

/**
 * The limit for an IPv6 site (/48) is this multiple of the limit for one network (/64), because a
 * site can be one office or a thousand phones. An attacker can get about five sites for free, so
 * the limits of five sites together must stay below `RATE_LIMIT_PER_MINUTE`.
 */
const networksPerSite = 5;

/** The minimum retry limit per network: visitors on slow connections need a few retries. */
const minRepeats = 10;

const refusals = {
  address: { sentence: 'We have received too many messages from your network.', reason: undefined },
  email: {
    sentence: 'We have received too many messages from this email address.',
    reason: 'email limit',
  },
};

/** Limits how many enquiries are accepted. While Redis is down, limits only networks, in memory. */
export function createEnquiryLimits(
  redis: RedisClient,
  secret: InstallationSecret,
  config: ApiConfig,
  metrics: Pick<ApiMetrics, 'limited' | 'uncounted'>,
) {
  const prefix = config.QUEUE_PREFIX;
  const shared = createLimiter(redis, countingTimeout);
  const local = createLocalLimiter();
  const perSource = (name: string, max: number) => {
    const perNetwork = {
      prefix: `${prefix}:${name}`,
      max,
      seconds: config.RATE_LIMIT_WINDOW_SECONDS,
    };
    return { perNetwork, perSite: { ...perNetwork, max: networksPerSite * max } };
  };
  const visits = perSource('rate', config.RATE_LIMIT_PER_ADDRESS);
  const repeats = perSource('rate-repeat', Math.max(minRepeats, config.RATE_LIMIT_PER_ADDRESS));
  const perHour = (name: string, max: number) => ({ prefix: name, max, seconds: 3_600 });
  const perMailbox = perHour(emailCounterPrefix(prefix, 'rate-email'), config.RATE_LIMIT_PER_EMAIL);
  // Counts each email address per network. With a limit for the email address alone, anyone could
  // use up the limit and so block the owner of the address.
  const perSender = perHour(`${prefix}:rate-sender`, config.RATE_LIMIT_PER_EMAIL);
  const perAcknowledged = perHour(
    `${prefix}:rate-acknowledged`,
    Math.ceil(config.RATE_LIMIT_PER_ADDRESS / 2),
  );
  const perMinute: Limit = {
    prefix: `${prefix}:rate-all`,
    max: config.RATE_LIMIT_PER_MINUTE,
    seconds: 60,
  };
  const prepare = () => secret.keyFor('rate-email');
  const denyCache = createDenyCache();
  /** Requests that `settleFailed` must not count again. */
  const counted = new WeakSet<Request>();
  const refunds = new WeakMap<Request, (() => unknown)[]>();
  let skipRedisUntil = 0;

  async function inRedis<Result>(work: () => Promise<Result>): Promise<Result> {
    if (skipRedisUntil > performance.now()) throw new Error('Redis did not answer just now.');
    try {
      return await work();
    } catch (error) {
      skipRedisUntil = performance.now() + redisPause;
      throw error;
    }
  }

  /** @throws if Redis does not answer, or if the last error was less than a second ago. */
  async function countInRedis(request: Request, toCount: ToCount): Promise<CountResult> {
    const result = await inRedis(() => shared.countAll(toCount));
    if (!result.known && !result.refusal) {
      const { strict, lenient = [] } = toCount;
      const added = lenient.filter((each) => !result.exceeded?.includes(each));
      addRefund(request, () => inRedis(() => shared.refund(...strict, ...added)));
    }
    return result;
  }

  function addRefund(request: Request, undo: () => unknown): void {
    refunds.set(request, [...(refunds.get(request) ?? []), undo]);
  }

  async function refund(request: Request): Promise<void> {
    const all = refunds.get(request) ?? [];
    refunds.delete(request);
    if (all.length > 0) denyCache.delete(sources(request));
    await Promise.allSettled(all.map((undo) => undo()));
  }

  function sources({ ip }: Request, { perNetwork, perSite } = visits): Counted[] {
    const { network, site } = sourcesOf(ip);
    const counted: Counted[] = [[perNetwork, network]];
    if (site !== undefined) counted.push([perSite, site]);
    return counted;
  }

  /**
   * Counts a request towards its network's limits and, if Redis answers, the other given limits.
   *
   * @throws Problem 429 if the request exceeds a limit of its network, or one in `own`.
   */
  async function count(
    request: Request,
    {
      per = visits,
      own = [],
      ...others
    }: Omit<ToCount, 'strict'> & { per?: typeof visits; own?: Counted[] } = {},
  ) {
    const from = sources(request, per);
    counted.add(request);
    let result: Omit<CountResult, 'known'> & { known?: boolean };
    try {
      result = await countInRedis(request, { ...others, strict: [...from, ...own] });
    } catch {
      metrics.uncounted();
      const refusal = local.count(...from);
      if (!refusal) addRefund(request, () => local.refund(...from));
      result = refusal ? { refusal } : {};
    }
    const { known, refusal } = result;
    if (refusal?.limit === perSender) throw refuse('email', refusal.seconds);
    if (!refusal) return result;
    // Caches only refusals by Redis: a refusal by this process needs no query in any case.
    if (known !== undefined) denyCache.add(from, refusal);
    throw refuse('address', refusal.seconds);
  }

  function refuse(limit: keyof typeof refusals, seconds: number): Problem {
    metrics.limited(limit);
    const { sentence, reason } = refusals[limit];
    return tryAgainLater(429, sentence, seconds, reason);
  }

  return {
    /**
     * Refuses requests from a network that is known to be over its limit, without querying Redis.
     * Reads the body only if the request could be a retry of an accepted enquiry, or was posted
     * without JavaScript.
     */
    refuseKnown: ((request, response, next) => {
      const seconds = denyCache.secondsFor(sources(request));
      if (seconds === undefined) {
        next();
        return;
      }
      counted.add(request);
      const problem = refuse('address', seconds);
      const mayBeRetry = request.headers[idempotencyKeyHeader.toLowerCase()] !== undefined;
      // The error page for visitors without JavaScript shows the form again, with what they typed.
      if (isNativeForm(request) || mayBeRetry) parseBody(request, response, () => next(problem));
      else next(problem);
    }) satisfies RequestHandler,
    /**
     * Counts a valid enquiry. If one of the keys is in Redis, the enquiry was accepted before and
     * is not counted. A quarantined enquiry counts only towards the limits of its network.
     *
     * @throws Problem 429, without counting, if its network is over the limit or has sent too many
     *   enquiries from this email address.
     */
    async countEnquiry(
      request: Request,
      { email, keys, isSpam }: { email: string; keys: string[]; isSpam: boolean },
    ) {
      const key = await prepare();
      const { network } = sourcesOf(request.ip);
      const own: Counted[] = [];
      const lenient: Counted[] = [
        [perMinute, 'enquiries'],
        [perAcknowledged, network],
      ];
      if (key) {
        const sender = createHmac('sha256', key).update(`${mailboxOf(email)} ${network}`);
        own.push([perSender, sender.digest('base64url')]);
        lenient.push([perMailbox, emailCounterName(key, email)]);
      } else metrics.uncounted();
      const { known, exceeded = [] } = await count(request, {
        unless: keys,
        ...(isSpam ? {} : { own, lenient }),
      });
      const isOver = (limit: Limit) => exceeded.some(([each]) => each === limit);
      return {
        mayBeKnown: known !== false,
        isOverLimit: isOver(perMinute),
        isOften: isOver(perMailbox),
        mayAcknowledge: !isOver(perAcknowledged),
      };
    },
    /**
     * Counts a repeat of an accepted enquiry. If it was already counted as a new enquiry, refunds
     * that count.
     *
     * @throws Problem 429 if its network sends too many repeats.
     */
    async countRepeat(request: Request): Promise<void> {
      await refund(request);
      const seconds = denyCache.secondsFor(sources(request, repeats));
      if (seconds !== undefined) throw refuse('address', seconds);
      await count(request, { per: repeats });
    },
    /**
     * Counts a rejected request that was not counted yet, such as an invalid form. If the server
     * is at fault (status 500 or higher), refunds the request's count instead.
     */
    settleFailed: (async (error: unknown, request, _response, next) => {
      // The client does not have to wait: Redis runs the refund before this process's later counts.
      if (problemFrom(error).status >= 500) void refund(request);
      else if (!counted.has(request)) await count(request);
      next(error);
    }) satisfies ErrorRequestHandler,
    /** Fetches the key for hashing senders, so that no enquiry has to wait for the key. */
    prepare,
  };
}
