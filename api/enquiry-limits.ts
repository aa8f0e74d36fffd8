import type { ErrorRequestHandler, Request, RequestHandler } from 'express';

import { idempotencyKeyHeader } from '../contract/api.ts';
import { emailCounterName, emailCounterPrefix } from '../contract/email-counters.ts';
import { limitFlagKey, limitFlagMinutes, type LimitFlag } from '../contract/limit-flags.ts';
import {
  createLimiter,
  createLocalLimiter,
  type Counted,
  type CountResult,
  type Limit,
  type Refusal,
  type ToCount,
} from '../platform/http/limiter.ts';
import { tryAgainLater, type Problem } from '../platform/http/problem.ts';
import { sourcesOf } from '../platform/http/request-source.ts';
import type { InstallationSecret } from '../platform/installation-secret.ts';
import type { RedisClient } from '../platform/redis.ts';
import type { ApiMetrics } from './api-metrics.ts';
import type { ApiConfig } from './config.ts';
import { isNativeForm, parseBody } from './contact-body.ts';

/** Milliseconds to wait for Redis: rate limiting must not delay visitors for longer. */
export const countingTimeout = 250;
/** Milliseconds for which Redis is skipped after a timeout, so that not every visitor waits. */
const redisPause = 1_000;

/**
 * The limit of an IPv6 site (/48), as a multiple of the limit per network. A site may be an office
 * or a thousand phones. Five sites, which anyone can get for free, stay below the limit for all.
 */
const networksPerSite = 5;

/** The sentence for the visitor, and the reason in the logs. */
const refusals = {
  address: {
    sentence: 'We have received too many messages from your network.',
    reason: undefined,
  },
  email: {
    sentence: 'We have received too many messages from this email address.',
    reason: 'email limit',
  },
};

/** Rate limits for enquiries. They fall back to counters in memory while Redis is down. */
export function createEnquiryLimits(
  redis: RedisClient,
  secret: InstallationSecret,
  config: ApiConfig,
  metrics: Pick<ApiMetrics, 'limited' | 'uncounted'>,
) {
  const prefix = config.QUEUE_PREFIX;
  const shared = createLimiter(redis, countingTimeout);
  const local = createLocalLimiter();
  const perNetwork: Limit = {
    prefix: `${prefix}:rate`,
    most: config.RATE_LIMIT_PER_ADDRESS,
    seconds: config.RATE_LIMIT_WINDOW_SECONDS,
  };
  const perSite: Limit = { ...perNetwork, most: networksPerSite * perNetwork.most };
  const perEmail: Limit = {
    prefix: emailCounterPrefix(prefix, 'rate-email'),
    most: config.RATE_LIMIT_PER_EMAIL,
    seconds: 3_600,
  };
  const perMinute: Limit = {
    prefix: `${prefix}:rate-all`,
    most: config.RATE_LIMIT_PER_MINUTE,
    seconds: 60,
  };
  const prepare = () => secret.keyFor('rate-email');
  const denyCache = createDenyCache();
  /** Requests that were counted, or need not be. */
  const counted = new WeakSet<Request>();
  /** Callbacks that refund what was counted for a request. */
  const refunds = new WeakMap<Request, (() => unknown)[]>();
  let skipRedisUntil = 0;
  let isFlagPending = false;

  async function inRedis<Result>(work: () => Promise<Result>): Promise<Result> {
    if (skipRedisUntil > performance.now()) throw new Error('Redis did not answer just now.');
    try {
      return await work();
    } catch (error) {
      skipRedisUntil = performance.now() + redisPause;
      // Works if Redis is only slow; if it is down, the next successful count sets the flag.
      setFlag('uncounted');
      isFlagPending = true;
      throw error;
    }
  }

  /** @throws when Redis does not answer. */
  async function countInRedis(request: Request, toCount: ToCount): Promise<CountResult> {
    const result = await inRedis(() => shared.countAll(toCount));
    if (!result.known && !result.refusal) {
      const lenient = result.exceeded ? [] : (toCount.lenient ?? []);
      addRefund(request, () => inRedis(() => shared.refund(...toCount.strict, ...lenient)));
    }
    if (isFlagPending) setFlag('uncounted');
    isFlagPending = false;
    return result;
  }

  function addRefund(request: Request, undo: () => unknown): void {
    refunds.set(request, [...(refunds.get(request) ?? []), undo]);
  }

  function setFlag(flag: LimitFlag): void {
    const seconds = 60 * limitFlagMinutes[flag];
    redis.set(limitFlagKey(prefix, flag), 1, 'EX', seconds).catch(() => undefined);
  }

  /** Undoes the counting of a request that must not count against a limit. */
  async function refund(request: Request): Promise<void> {
    const all = refunds.get(request) ?? [];
    refunds.delete(request);
    if (all.length > 0) denyCache.delete(ownSources(request));
    await Promise.allSettled(all.map((undo) => undo()));
  }

  function ownSources({ ip }: Request): Counted[] {
    const { network, site } = sourcesOf(ip);
    const sources: Counted[] = [[perNetwork, network]];
    if (site !== undefined) sources.push([perSite, site]);
    return sources;
  }

  /** Counts a request for its address, and for any further limits, which need Redis. */
  async function count(
    request: Request,
    { own = [], ...others }: Omit<ToCount, 'strict'> & { own?: Counted[] } = {},
  ) {
    const sources = ownSources(request);
    counted.add(request);
    let result: Omit<CountResult, 'known'> & { known?: boolean };
    try {
      result = await countInRedis(request, { ...others, strict: [...sources, ...own] });
    } catch {
      metrics.uncounted();
      const refusal = local.count(...sources);
      if (!refusal) addRefund(request, () => local.refund(...sources));
      result = refusal ? { refusal } : {};
    }
    const { known, refusal } = result;
    if (refusal?.limit === perEmail) throw refuse('email', refusal.seconds);
    if (!refusal) return result;
    // Only Redis's count is worth caching: it covers every process.
    if (known !== undefined) denyCache.add(sources, refusal);
    throw refuse('address', refusal.seconds);
  }

  function refuse(limit: keyof typeof refusals, seconds: number): Problem {
    metrics.limited(limit);
    const { sentence, reason } = refusals[limit];
    return tryAgainLater(429, sentence, seconds, reason);
  }

  return {
    /**
     * Denies an address that is known to be over its limit, without asking Redis. The body is read
     * only if the request may be a retry of an accepted enquiry, or comes from a plain form.
     */
    refuseKnown: ((request, response, next) => {
      const seconds = denyCache.secondsFor(ownSources(request));
      if (seconds === undefined) {
        next();
        return;
      }
      counted.add(request);
      const problem = refuse('address', seconds);
      const mayBeRetry = request.headers[idempotencyKeyHeader.toLowerCase()] !== undefined;
      // The error page shows the form again, with what the visitor typed.
      if (isNativeForm(request) || mayBeRetry) parseBody(request, response, () => next(problem));
      else next(problem);
    }) satisfies RequestHandler,
    /**
     * Counts a valid enquiry against the limits of its network, of its email address and of all
     * visitors, unless one of the keys is in Redis: then it was accepted before.
     *
     * @throws Problem 429 if its network or email address is over the limit; nothing is counted then.
     */
    async countEnquiry(
      request: Request,
      email: string,
      keys: string[],
    ): Promise<{ mayBeKnown: boolean; isRush: boolean }> {
      const key = await prepare();
      if (!key) metrics.uncounted();
      const { known, exceeded } = await count(request, {
        own: key ? [[perEmail, emailCounterName(key, email)]] : [],
        lenient: [[perMinute, 'enquiries']],
        unless: keys,
      });
      if (exceeded) setFlag('over-limit');
      return { mayBeKnown: known !== false, isRush: exceeded !== undefined };
    },
    /** Counts requests that were rejected for their content. */
    countRefused: (async (error: unknown, request, response, next) => {
      if (counted.has(request) || response.locals.canaryId !== undefined) next(error);
      else await count(request).then(() => next(error), next);
    }) satisfies ErrorRequestHandler,
    refund,
    /** Fetches the key for counting from Redis, so that no enquiry has to wait for it. */
    prepare,
  };
}

/** Caches denied sources in memory, so that a flood is refused without asking Redis. */
function createDenyCache() {
  const maxEntries = 10_000;
  const deniedUntil = new Map<string, number>();
  const keyOf = ([{ prefix, most }, source]: Counted) => `${prefix}:${most}:${source}`;
  return {
    add(sources: Counted[], { limit, seconds }: Refusal): void {
      const denied = sources.find((one) => one[0] === limit);
      if (!denied) return;
      const [oldest] = deniedUntil.keys();
      if (oldest !== undefined && deniedUntil.size >= maxEntries) deniedUntil.delete(oldest);
      deniedUntil.set(keyOf(denied), performance.now() + seconds * 1_000);
    },
    /** Seconds until a denied source may send again; undefined if none is denied. */
    secondsFor(sources: Counted[]): number | undefined {
      const left = sources.map((one) => (deniedUntil.get(keyOf(one)) ?? 0) - performance.now());
      const first = left.find((milliseconds) => milliseconds > 0);
      return first && Math.ceil(first / 1_000);
    },
    delete(sources: Counted[]): void {
      for (const one of sources) deniedUntil.delete(keyOf(one));
    },
  };
}
