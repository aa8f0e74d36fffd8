import type { NextFunction, Request, Response } from 'express';

import { idempotencyKeyHeader } from '../contract/api.ts';
import { emailCounterName, emailCounterPrefix } from '../contract/email-counters.ts';
import { limitNoteKey, limitNoteMinutes, type LimitNote } from '../contract/limit-notes.ts';
import {
  createLimiter,
  createLocalLimiter,
  type Counted,
  type Limit,
  type Refusal,
} from '../platform/http/limiter.ts';
import { tryAgainLater } from '../platform/http/problem.ts';
import { sourcesOf } from '../platform/http/request-source.ts';
import { createInstallationSecret } from '../platform/installation-secret.ts';
import type { RedisClient } from '../platform/redis.ts';
import type { ApiMetrics } from './api-metrics.ts';
import type { ApiConfig } from './config.ts';
import { isNativeForm, parseBody } from './contact-body.ts';

/** Milliseconds for which a Redis that has just not answered is left alone: a visitor waits once. */
const rest = 1_000;

/**
 * How many times as much as one network all those of an IPv6 site (/48) may send. A site is an
 * office or a thousand telephones, and five of them, which anybody can have for nothing, still do
 * not reach the limit for all.
 */
const networksPerSite = 5;

/** The limits of what visitors send. Without Redis they are served on. */
export function createEnquiryLimits(
  redis: RedisClient,
  config: ApiConfig,
  metrics: Pick<ApiMetrics, 'limited' | 'uncounted'>,
) {
  const prefix = config.QUEUE_PREFIX;
  const shared = createLimiter(redis);
  const local = createLocalLimiter();
  // Always the secret that Redis keeps: erasing has no other.
  const secret = createInstallationSecret(redis, { prefix });
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

  async function count(
    request: Request,
    counted: Counted[],
    withoutRedis: () => Refusal | undefined,
  ): Promise<Refusal | undefined> {
    try {
      const refusal = await inRedis(() => shared.count(...counted));
      if (!refusal) remember(request, () => inRedis(() => shared.forgive(...counted)));
      if (isUnnoted) leaveWord('uncounted');
      isUnnoted = false;
      return refusal;
    } catch {
      metrics.uncounted();
      return withoutRedis();
    }
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
    await Promise.allSettled(all.map((undo) => undo()));
  }

  return {
    /**
     * Turns away an address that has sent too much, before anything of the body is read unless it
     * may be an enquiry that has been accepted before.
     */
    limitAddress: async (request: Request, response: Response, next: NextFunction) => {
      const { network, site } = sourcesOf(request.ip);
      const counted: Counted[] = [[perNetwork, network]];
      if (site !== undefined) counted.push([perSite, site]);
      const refusal = await count(request, counted, () => {
        const refused = local.count(...counted);
        if (!refused) remember(request, () => local.forgive(...counted));
        return refused;
      });
      if (!refusal) {
        next();
        return;
      }
      metrics.limited('address');
      const sentence = 'Too many messages have come from your network.';
      const problem = tryAgainLater(429, sentence, refusal.seconds);
      const mayBeRetry = request.headers[idempotencyKeyHeader.toLowerCase()] !== undefined;
      // A visitor's text must not be lost: the page that says no gives it back.
      if (isNativeForm(request) || mayBeRetry) parseBody(request, response, () => next(problem));
      else next(problem);
    },
    /**
     * Counts an enquiry that is fit to be taken for its email address and for everybody together.
     * Resolves to whether more have come from everybody than the limit says.
     *
     * @throws Problem 429 when it is one too many of its address: then nothing has counted.
     */
    async countEnquiry(request: Request, email: string): Promise<boolean> {
      const key = await prepare();
      if (!key) metrics.uncounted();
      const own: Counted[] = key ? [[perEmail, emailCounterName(key, email)]] : [];
      // Without Redis no enquiry is taken: those who try again must not be counted for that.
      const uncounted = () => undefined;
      let refusal = await count(request, [...own, [perMinute, 'enquiries']], uncounted);
      const isRush = refusal?.limit === perMinute;
      if (isRush) {
        leaveWord('held-back');
        refusal = await count(request, own, uncounted);
      }
      if (!refusal) return isRush;
      await giveBack(request);
      metrics.limited('email');
      const sentence = 'Too many messages have come from this email address.';
      throw tryAgainLater(429, sentence, refusal.seconds, 'email limit');
    },
    giveBack,
    /** Fetches what counting needs from Redis, so that no enquiry has to wait for it. */
    prepare,
  };
}
