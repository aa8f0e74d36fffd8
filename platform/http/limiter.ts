import type { Result } from 'ioredis';

import { gather } from '../gather.ts';
import type { RedisClient } from '../redis.ts';
import { withRedisTimeout } from './redis.ts';

/** How much a source may do in a window of time, which begins with the first that it does. */
export interface Limit {
  /** What the limit's keys in Redis begin with. A cluster keeps those of one request in one slot. */
  prefix: string;
  most: number;
  seconds: number;
}

/** One thing to count: under which limit, and for whom. */
export type Counted = readonly [limit: Limit, source: string];

export interface Refusal {
  limit: Limit;
  /** Seconds until the window is over, 1 at the least. */
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
  local function letEnd(index)
    local name = KEYS[first + index]
    if redis.call('TTL', name) < 0 then redis.call('EXPIRE', name, ARGV[numbers + 2 * index + 1]) end
  end
  local function tooMuchFor(index)
    letEnd(index)
    return { index, redis.call('PTTL', KEYS[first + index]) }
  end
  for index = 0, strict - 1 do
    if not refusing and isFull(index) then refusing = index end
  end

  if isKnown then table.insert(results, { -1 })
  elseif refusing then table.insert(results, tooMuchFor(refusing))
  else
    local exceeded = {}
    for index = 0, all - 1 do
      if index >= strict and isFull(index) then exceeded = tooMuchFor(index)
      else
        redis.call('INCR', KEYS[first + index])
        letEnd(index)
      end
    end
    table.insert(results, exceeded)
  end
end
return results
`;

const forgiveLua = `
for _, key in ipairs(KEYS) do
  if (tonumber(redis.call('GET', key)) or 0) > 0 then redis.call('DECR', key) end
end
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countUnderLimits: (
      keys: number,
      ...keysAndNumbers: (string | number)[]
    ) => Result<[index?: number, milliseconds?: number][], Context>;
    forgiveCounted: (keys: number, ...names: string[]) => Result<null, Context>;
  }
}

/** What is to be counted in one exchange. */
export interface ToCount {
  /** The first of these that it is too much for refuses it, and then it counts for none. */
  strict: Counted[];
  /** What this is too much for is said, and it counts for the others. */
  lenient?: Counted[];
  /** Keys in Redis: where there is one of them, nothing is counted. */
  unless?: string[];
}

export interface CountResult {
  /** Why nothing was counted. */
  refusal?: Refusal;
  /** A lenient limit that was exceeded. */
  exceeded?: Refusal;
  /** Whether there was one of the keys of `unless`. */
  known: boolean;
}

/**
 * Requests that come within a turn of the event loop are counted in one exchange.
 *
 * @param timeout milliseconds that Redis has to answer.
 */
export function createLimiter(redis: RedisClient, timeout?: number) {
  redis.defineCommand('countUnderLimits', { lua: countLua });
  redis.defineCommand('forgiveCounted', { lua: forgiveLua });

  const countTogether = gather(async (requests: ToCount[]): Promise<CountResult[]> => {
    const keys: string[] = [];
    const numbers: number[] = [];
    for (const { strict, lenient = [], unless = [] } of requests) {
      keys.push(...unless);
      numbers.push(unless.length, strict.length, strict.length + lenient.length);
      for (const counted of [...strict, ...lenient]) {
        keys.push(keyOf(counted));
        numbers.push(counted[0].most, counted[0].seconds);
      }
    }
    const counting = redis.countUnderLimits(keys.length, ...keys, ...numbers);
    const results = await withRedisTimeout(counting, timeout);
    return results.map(([index, milliseconds = 0], request): CountResult => {
      if (index === undefined || index < 0) return { known: index === -1 };
      const { strict = [], lenient = [] } = requests[request] ?? {};
      const [limit] =
        (index < strict.length ? strict[index] : lenient[index - strict.length]) ?? [];
      if (!limit) throw new Error('Redis refused what it was not asked for.');
      const refusal = { limit, seconds: Math.ceil(milliseconds / 1_000) || 1 };
      return { known: false, ...(index < strict.length ? { refusal } : { exceeded: refusal }) };
    });
  });

  return {
    /**
     * Counts one request under several limits, in one exchange. The first limit that it is too much
     * for refuses it, and then it counts for none of them.
     *
     * @throws when Redis does not answer.
     */
    count: async (...strict: Counted[]): Promise<Refusal | undefined> =>
      strict.length > 0 ? (await countTogether({ strict })).refusal : undefined,
    /** Does the same, with limits that refuse nothing and for what may not have to be counted. */
    countAll: countTogether,
    /** Takes back what was counted. */
    forgive: async (...counted: Counted[]): Promise<void> => {
      if (counted.length === 0) return;
      const names = counted.map(keyOf);
      await withRedisTimeout(redis.forgiveCounted(names.length, ...names), timeout);
    },
  };
}

/** The same for this process alone, in windows by a clock that nobody sets back. */
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
        // Of windows that are as long as each other, the first to begin is the first to end.
        if (ends > now) break;
        windows.delete(key);
      }
      const found = counted.map((each) => ({ each, window: open(each, now) }));
      const full = found.find(({ each: [{ most }], window }) => window.count >= most);
      if (full) {
        return { limit: full.each[0], seconds: Math.ceil((full.window.ends - now) / 1_000) };
      }
      for (const { each, window } of found) {
        window.count += 1;
        windows.set(keyOf(each), window);
      }
      return undefined;
    },
    forgive: (...counted: Counted[]): void => {
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
