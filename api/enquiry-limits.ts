import type { NextFunction, Request, Response } from 'express';

import {
  emailCounterName,
  emailCounterPrefix,
  emailCounterPurpose,
} from '../contract/email-counters.ts';
import { createLimiter, type Counted, type Limit, type Refusal } from '../platform/http/limiter.ts';
import { tryAgainLater } from '../platform/http/problem.ts';
import { sourceOf } from '../platform/http/request-source.ts';
import type { RedisClient } from '../platform/redis.ts';
import type { ApiMetrics } from './api-metrics.ts';
import type { ApiConfig } from './config.ts';
import { isNativeForm, parseBody } from './contact-body.ts';
import { createInstallationSecret } from './installation-secret.ts';

/** Milliseconds for which a Redis that has just not answered is left alone: a visitor waits once. */
const rest = 1_000;

/** The limits of what visitors send. Without Redis they are served on. */
export function createEnquiryLimits(
  redis: RedisClient,
  config: ApiConfig,
  metrics: Pick<ApiMetrics, 'limited'>,
) {
  const prefix = config.QUEUE_PREFIX;
  const limiter = createLimiter(redis);
  // Always the secret that Redis keeps: erasing has no other.
  const secret = createInstallationSecret(redis, { prefix });
  const perAddress: Limit = {
    prefix: `${prefix}:rate`,
    most: config.RATE_LIMIT_PER_ADDRESS,
    seconds: config.RATE_LIMIT_WINDOW_SECONDS,
  };
  const perEmail = {
    prefix: emailCounterPrefix(prefix),
    most: config.RATE_LIMIT_PER_EMAIL,
    seconds: 3_600,
  };
  const perMinute = {
    prefix: `${prefix}:rate-all`,
    most: config.RATE_LIMIT_PER_MINUTE,
    seconds: 60,
  };
  const countAlone = createLocalCounter(perAddress);
  let restingUntil = 0;

  async function count(
    counted: Counted[],
    withoutRedis: () => Refusal | undefined = () => undefined,
  ): Promise<Refusal | undefined> {
    if (restingUntil > performance.now()) return withoutRedis();
    try {
      return await limiter.count(...counted);
    } catch {
      restingUntil = performance.now() + rest;
      return withoutRedis();
    }
  }

  return {
    /** Turns away an address that has sent too much, before anything of the body is read. */
    limitAddress: async (request: Request, response: Response, next: NextFunction) => {
      const address = sourceOf(request.ip);
      const refusal = await count([[perAddress, address]], () => countAlone(address));
      if (!refusal) {
        next();
        return;
      }
      metrics.limited('address');
      const sentence = 'Too many messages have come from your network.';
      const problem = tryAgainLater(429, sentence, refusal.seconds);
      // A visitor's text must not be lost: the page that says no gives it back.
      if (isNativeForm(request)) parseBody(request, response, () => next(problem));
      else next(problem);
    },
    /**
     * Counts an enquiry that is fit to be taken for its e-mail address and for everybody together.
     *
     * @throws Problem 429 when it is one too many of either.
     */
    async countEnquiry(email: string) {
      const key = await secret.keyFor(emailCounterPurpose);
      const counted: Counted[] = [[perMinute, 'enquiries']];
      if (key) counted.unshift([perEmail, emailCounterName(key, email)]);
      // Without Redis no enquiry is taken: those who try again must not be counted for that.
      const refusal = await count(counted);
      if (!refusal) return;
      const { limit, seconds } = refusal;
      if (limit === perEmail) {
        metrics.limited('email');
        const sentence = 'Too many messages have come from this e-mail address.';
        throw tryAgainLater(429, sentence, seconds, 'e-mail limit');
      }
      metrics.limited('everybody');
      const sentence = 'More messages are coming in than we can take.';
      throw tryAgainLater(429, sentence, seconds, 'limit for all');
    },
    /** Fetches what counting needs from Redis, so that no enquiry has to wait for it. */
    prepare: () => secret.keyFor(emailCounterPurpose),
  };
}

/** Counts for this process alone, in the same windows, by a clock that nobody sets back. */
function createLocalCounter(limit: Limit): (source: string) => Refusal | undefined {
  const windows = new Map<string, { count: number; ends: number }>();
  return (source) => {
    const now = performance.now();
    for (const [name, { ends }] of windows) {
      // They end in the order in which they began.
      if (ends > now) break;
      windows.delete(name);
    }
    const window = windows.get(source) ?? { count: 0, ends: now + limit.seconds * 1_000 };
    windows.set(source, window);
    window.count += 1;
    if (window.count <= limit.most) return undefined;
    return { limit, seconds: Math.ceil((window.ends - now) / 1_000) };
  };
}
