import { createHmac } from 'node:crypto';

import type { Result } from 'ioredis';

import { emailCounterName, emailCounterPrefix } from '../contract/email-counters.ts';
import { mailboxOf } from '../contract/mailbox.ts';
import { createInstallationSecret } from '../platform/installation-secret.ts';
import type { RedisClient } from '../platform/redis.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import type { Clock } from './clock.ts';

/** The limit per mailbox and day, because anyone can type someone else's address. */
const acknowledgementsPerDay = 3;

const hour = 3_600_000;
const day = 24 * hour;
/** Days of history for the median. A flood on fewer than half of these days hardly changes it. */
const medianDays = 28;
/** The share of an hour's acknowledgements that may go to one domain. */
const shareOfDomain = 1 / 3;

const lua = `
local now, id, today = ARGV[1], ARGV[2], KEYS[#KEYS]
local isNew = not redis.call('ZSCORE', KEYS[1], id)
for index = 1, #KEYS - 1 do
  redis.call('ZREMRANGEBYSCORE', KEYS[index], '-inf', now - ARGV[2 * index + 1])
  if isNew and redis.call('ZCARD', KEYS[index]) >= tonumber(ARGV[2 * index + 2]) then return index end
end
for index = 1, #KEYS - 1 do
  redis.call('ZADD', KEYS[index], now, id)
  redis.call('PEXPIRE', KEYS[index], ARGV[2 * index + 1])
end
if isNew then redis.call('INCR', today) end
redis.call('PEXPIRE', today, ${(medianDays + 1) * day})
return 0
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countAcknowledgement: (
      keys: number,
      ...keysNowIdAndLimits: (string | number)[]
    ) => Result<number, Context>;
  }
}

/**
 * Counts an acknowledgement before it is sent, unless it exceeds a limit: per mailbox and day, per
 * hour in total, or per domain and hour. Our own domains may receive the hourly total. A retry is
 * not counted again, but its time replaces that of the previous attempt. Resolves to the reason if
 * the acknowledgement must not be sent, otherwise to undefined.
 */
export type CountAcknowledgement = (
  submission: Pick<ContactSubmission, '_id' | 'email'>,
) => Promise<string | undefined>;

export function createAcknowledgementLimit(
  redis: RedisClient,
  prefix: string,
  clock: Clock,
  { perHour, ownDomains }: { perHour: number; ownDomains: readonly string[] },
): CountAcknowledgement {
  redis.defineCommand('countAcknowledgement', { lua });
  const secret = createInstallationSecret(redis, { prefix });
  const keyOfDay = (number: number) => `${prefix}:acknowledged-on:${number}`;

  async function medianPerDay(today: number): Promise<number> {
    const days = Array.from({ length: medianDays }, (_value, index) => keyOfDay(today - 1 - index));
    const counts = (await redis.mget(...days)).map(Number).sort((one, other) => one - other);
    return counts[medianDays / 2] ?? 0;
  }

  return async ({ _id, email }) => {
    const key = await secret.keyFor('acknowledged');
    if (!key) throw new Error('Redis has no secret.');
    const mailbox = mailboxOf(email);
    const domain = mailbox.slice(mailbox.lastIndexOf('@') + 1);
    const now = Math.round((await clock()).now);
    const today = Math.floor(now / day);
    const all = Math.max(perHour, await medianPerDay(today));
    const domainName = createHmac('sha256', key).update(domain).digest('base64url');
    const limits = [
      {
        name: `${emailCounterPrefix(prefix, 'acknowledged')}:${emailCounterName(key, email)}`,
        window: day,
        max: acknowledgementsPerDay,
        reason: `the mailbox had already received ${acknowledgementsPerDay} in a day`,
      },
      {
        name: `${prefix}:acknowledged-all`,
        window: hour,
        max: all,
        reason: 'too many had been sent in an hour',
      },
      {
        name: `${prefix}:acknowledged-domain:${domainName}`,
        window: hour,
        max: ownDomains.includes(domain) ? all : Math.ceil(all * shareOfDomain),
        reason: 'too many had been sent to its domain in an hour',
      },
    ];
    const keys = [...limits.map(({ name }) => name), keyOfDay(today)];
    const numbers = limits.flatMap(({ window, max }) => [window, max]);
    const over = await redis.countAcknowledgement(keys.length, ...keys, now, _id, ...numbers);
    return limits[over - 1]?.reason;
  };
}
