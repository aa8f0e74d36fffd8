import type { Result } from 'ioredis';

import { batch } from '../batch-calls.ts';
import type { RedisClient } from '../redis.ts';
import { withRedisTimeout } from './redis.ts';

/** A fixed-window rate limit. The window starts with a source's first request. */
interface Limit {
  /** The prefix of its Redis keys. */
  prefix: string;
  /** Requests per window. */
  max: number;
  seconds: number;
}

export type Counted = readonly [limit: Limit, source: string];

export interface Refusal {
  limit: Limit;
  /** Seconds until the window ends, at least 1. */
  seconds: number;
}

const countLua = `
local results, key, argument = {}, 1, 1
while argument <= #ARGV do
  local known, strict, all = tonumber(ARGV[argument]), tonumber(ARGV[argument + 1]), tonumber(ARGV[argument + 2])
  local first, numbers = key + known, argument + 3
  key, argument = first + all, numbers + 2 * all

  local isKnown, refusing = false, false
  for index = first - known, first - 1 do
    isKnown = isKnown or redis.call('EXISTS', KEYS[index]) == 1
  end
  local function isFull(index)
    return (tonumber(redis.call('GET', KEYS[first + index])) or 0) >= tonumber(ARGV[numbers + 2 * index])
  end
  local function setExpiry(index)
    local name = KEYS[first + index]
    if redis.call('TTL', name) < 0 then redis.call('EXPIRE', name, ARGV[numbers + 2 * index + 1]) end
  end
  for index = 0, strict - 1 do
    if not refusing and isFull(index) then refusing = index end
  end

  if isKnown then table.insert(results, { -1 })
  elseif refusing then
    setExpiry(refusing)
    table.insert(results, { refusing, redis.call('PTTL', KEYS[first + refusing]) })
  else
    local counted = { -2 }
    for index = 0, all - 1 do
      if index >= strict and isFull(index) then table.insert(counted, index)
      else redis.call('INCR', KEYS[first + index]) end
      setExpiry(index)
    end
    table.insert(results, counted)
  end
end
return results
`;

const refundLua = `
for _, key in ipairs(KEYS) do
  if (tonumber(redis.call('GET', key)) or 0) > 0 then redis.call('DECR', key) end
end
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countUnderLimits: (
      keys: number,
      ...keysAndNumbers: (string | number)[]
    ) => Result<[index: number, ...numbers: number[]][], Context>;
    refundCounted: (keys: number, ...names: string[]) => Result<null, Context>;
  }
}

export interface ToCount {
  /** Limits that refuse the request if exceeded; the request then counts towards no limit. */
  strict: Counted[];
  /** Limits that are only reported if exceeded; the request still counts towards the others. */
  lenient?: Counted[];
  /** Redis keys: if one of them exists, nothing is counted. */
  unless?: string[];
}

export interface CountResult {
  /** The strict limit that refused the request. */
  refusal?: Refusal;
  /** The lenient limits that were exceeded. */
  exceeded?: Counted[];
  /** Whether one of the keys of `unless` exists. */
  known: boolean;
}

/**
 * Creates a rate limiter in Redis. All requests in one turn of the event loop share a round trip.
 *
 * @param timeout milliseconds to wait for Redis.
 */
export function createLimiter(redis: RedisClient, timeout?: number) {
  redis.defineCommand('countUnderLimits', { lua: countLua });
  redis.defineCommand('refundCounted', { lua: refundLua });

  const countBatched = batch(async (requests: ToCount[]): Promise<CountResult[]> => {
    const keys: string[] = [];
    const numbers: number[] = [];
    for (const { strict, lenient = [], unless = [] } of requests) {
      keys.push(...unless);
      numbers.push(unless.length, strict.length, strict.length + lenient.length);
      for (const counted of [...strict, ...lenient]) {
        keys.push(keyOf(counted));
        numbers.push(counted[0].max, counted[0].seconds);
      }
    }
    const counting = redis.countUnderLimits(keys.length, ...keys, ...numbers);
    const results = await withRedisTimeout(counting, timeout);
    return results.map(([index, ...found], request): CountResult => {
      const { strict = [], lenient = [] } = requests[request] ?? {};
      if (index === -1) return { known: true };
      if (index === -2) {
        const exceeded = lenient.filter((_limit, at) => found.includes(strict.length + at));
        return { known: false, exceeded };
      }
      const [limit] = strict[index] ?? [];
      if (!limit) throw new Error('Redis returned an unknown limit.');
      return { known: false, refusal: { limit, seconds: Math.ceil((found[0] ?? 0) / 1_000) || 1 } };
    });
  });

  return {
    /**
     * Counts a request towards several limits. If the request exceeds one, resolves to the refusal
     * by the first such limit, and counts the request towards none.
     *
     * @throws if Redis does not answer.
     */
    count: async (...strict: Counted[]): Promise<Refusal | undefined> =>
      strict.length > 0 ? (await countBatched({ strict })).refusal : undefined,
    /** Like `count`, with lenient limits and keys that prevent counting. */
    countAll: countBatched,
    refund: async (...counted: Counted[]): Promise<void> => {
      if (counted.length === 0) return;
      const names = counted.map(keyOf);
      await withRedisTimeout(redis.refundCounted(names.length, ...names), timeout);
    },
  };
}

/** Creates a rate limiter in memory, for this process only. Uses a monotonic clock. */
export function createLocalLimiter() {
  const windows = new Map<string, { count: number; ends: number }>();

  function open(counted: Counted, now: number) {
    const found = windows.get(keyOf(counted));
    return found && found.ends > now ? found : { count: 0, ends: now + counted[0].seconds * 1_000 };
  }

  return {
    count: (...counted: Counted[]): Refusal | undefined => {
      const now = performance.now();
      for (const [key, { ends }] of windows) {
        // A window that has ended can stay in memory behind one that has not. `open` ignores it.
        if (ends > now) break;
        windows.delete(key);
      }
      const found = counted.map((each) => ({ each, window: open(each, now) }));
      const full = found.find(({ each: [{ max }], window }) => window.count >= max);
      if (full) {
        return { limit: full.each[0], seconds: Math.ceil((full.window.ends - now) / 1_000) };
      }
      for (const { each, window } of found) {
        window.count += 1;
        windows.set(keyOf(each), window);
      }
      return undefined;
    },
    refund: (...counted: Counted[]): void => {
      for (const each of counted) {
        const window = windows.get(keyOf(each));
        if (window && window.count > 0) window.count -= 1;
      }
    },
  };
}

function keyOf([{ prefix }, source]: Counted): string {
  return `${prefix}:${source}`;
}
