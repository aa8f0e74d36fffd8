import type { ErrorRequestHandler, Request, RequestHandler } from 'express';

import { idempotencyKeyHeader } from '../contract/api.ts';
import { emailCounterName, emailCounterPrefix } from '../contract/email-counters.ts';
import { limitNoteKey, limitNoteMinutes, type LimitNote } from '../contract/limit-notes.ts';
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

/** Milliseconds that Redis has to count, and for what counting needs: no visitor waits longer. */
export const countingTimeout = 250;
/** Milliseconds for which a Redis that has just not answered is left alone: a visitor waits once. */
const rest = 1_000;

/**
 * How many times as much as one network all those of an IPv6 site (/48) may send. A site is an
 * office or a thousand telephones, and five of them, which anybody can have for nothing, still do
 * not reach the limit for all.
 */
const networksPerSite = 5;

/** What a visitor is told, and what logs say besides the status. */
const refusals = {
  address: { sentence: 'Too many messages have come from your network.', reason: undefined },
  email: {
    sentence: 'Too many messages have come from this email address.',
    reason: 'email limit',
  },
};

/** The limits of what visitors send. Without Redis they are served on. */
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
  const tooMuch = rememberRefusals();
  /** Requests that were counted, or need not be. */
  const counted = new WeakSet<Request>();
  /** What takes back all that was counted for a request. */
  const undos = new WeakMap<Request, (() => unknown)[]>();
  let restingUntil = 0;
  let isUnnoted = false;

  async function inRedis<Result>(work: () => Promise<Result>): Promise<Result> {
    if (restingUntil > performance.now()) throw new Error('Redis has just not answered.');
    try {
      return await work();
    } catch (error) {
      restingUntil = performance.now() + rest;
      // Done by a Redis that is only slow; after one that is away, with the first that is counted.
      leaveWord('uncounted');
      isUnnoted = true;
      throw error;
    }
  }

  /** @throws when Redis does not answer. */
  async function countInRedis(request: Request, toCount: ToCount): Promise<CountResult> {
    const result = await inRedis(() => shared.countAll(toCount));
    if (!result.known && !result.refusal) {
      const lenient = result.exceeded ? [] : (toCount.lenient ?? []);
      remember(request, () => inRedis(() => shared.forgive(...toCount.strict, ...lenient)));
    }
    if (isUnnoted) leaveWord('uncounted');
    isUnnoted = false;
    return result;
  }

  function remember(request: Request, undo: () => unknown): void {
    undos.set(request, [...(undos.get(request) ?? []), undo]);
  }

  function leaveWord(note: LimitNote): void {
    const seconds = 60 * limitNoteMinutes[note];
    redis.set(limitNoteKey(prefix, note), 1, 'EX', seconds).catch(() => undefined);
  }

  /** Takes back what was counted for a request that must not be held against anybody. */
  async function giveBack(request: Request): Promise<void> {
    const all = undos.get(request) ?? [];
    undos.delete(request);
    if (all.length > 0) tooMuch.forget(ownSources(request));
    await Promise.allSettled(all.map((undo) => undo()));
  }

  function ownSources({ ip }: Request): Counted[] {
    const { network, site } = sourcesOf(ip);
    const sources: Counted[] = [[perNetwork, network]];
    if (site !== undefined) sources.push([perSite, site]);
    return sources;
  }

  /** Counts for the address of a request, and for whatever else Redis is asked to count. */
  async function count(request: Request, rest: Omit<ToCount, 'strict'> & { own?: Counted[] } = {}) {
    const { own = [], ...others } = rest;
    const sources = ownSources(request);
    counted.add(request);
    let result: Omit<CountResult, 'known'> & { known?: boolean };
    try {
      result = await countInRedis(request, { ...others, strict: [...sources, ...own] });
    } catch {
      metrics.uncounted();
      const refusal = local.count(...sources);
      if (!refusal) remember(request, () => local.forgive(...sources));
      result = refusal ? { refusal } : {};
    }
    const { known, refusal } = result;
    if (refusal?.limit === perEmail) throw refuse('email', refusal.seconds);
    if (!refusal) return result;
    // What Redis has counted holds when this process has not.
    if (known !== undefined) tooMuch.note(sources, refusal);
    throw refuse('address', refusal.seconds);
  }

  function refuse(limit: keyof typeof refusals, seconds: number): Problem {
    metrics.limited(limit);
    const { sentence, reason } = refusals[limit];
    return tryAgainLater(429, sentence, seconds, reason);
  }

  return {
    /**
     * Turns away an address that is known to have sent too much, before anything of the body is read
     * unless it may be an enquiry that has been accepted before. Redis is not asked.
     */
    refuseKnown: ((request, response, next) => {
      const seconds = tooMuch.secondsFor(ownSources(request));
      if (seconds === undefined) {
        next();
        return;
      }
      counted.add(request);
      const problem = refuse('address', seconds);
      const mayBeRetry = request.headers[idempotencyKeyHeader.toLowerCase()] !== undefined;
      // A visitor's text must not be lost: the page that says no gives it back.
      if (isNativeForm(request) || mayBeRetry) parseBody(request, response, () => next(problem));
      else next(problem);
    }) satisfies RequestHandler,
    /**
     * Counts an enquiry that is fit to be taken for its address, for its email address and for
     * everybody together, unless Redis has one of the keys that tell that it was taken before.
     *
     * @throws Problem 429 when it is one too many of its address: then nothing has counted.
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
      if (exceeded) leaveWord('held-back');
      return { mayBeKnown: known !== false, isRush: exceeded !== undefined };
    },
    /** Counts what was refused for its content too. */
    countRefused: (async (error: unknown, request, response, next) => {
      if (counted.has(request) || response.locals.canaryId !== undefined) next(error);
      else await count(request).then(() => next(error), next);
    }) satisfies ErrorRequestHandler,
    giveBack,
    /** Fetches what counting needs from Redis, so that no enquiry has to wait for it. */
    prepare,
  };
}

/** Remembers who has sent too much, and until when, so that a flood is turned away for next to nothing. */
function rememberRefusals() {
  const atOnce = 10_000;
  const ends = new Map<string, number>();
  const keyOf = ([{ prefix, most }, source]: Counted) => `${prefix}:${most}:${source}`;
  return {
    note(sources: Counted[], { limit, seconds }: Refusal): void {
      const key = sources.find((one) => one[0] === limit);
      if (!key) return;
      const [oldest] = ends.keys();
      if (oldest !== undefined && ends.size >= atOnce) ends.delete(oldest);
      ends.set(keyOf(key), performance.now() + seconds * 1_000);
    },
    /** Seconds until the first of these may send again; undefined when all may now. */
    secondsFor(sources: Counted[]): number | undefined {
      const left = sources.map((one) => (ends.get(keyOf(one)) ?? 0) - performance.now());
      const first = left.find((milliseconds) => milliseconds > 0);
      return first && Math.ceil(first / 1_000);
    },
    forget(sources: Counted[]): void {
      for (const one of sources) ends.delete(keyOf(one));
    },
  };
}
