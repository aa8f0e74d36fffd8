import type { Result } from 'ioredis';

import { emailCounterName, emailCounterPrefix } from '../contract/email-counters.ts';
import { createInstallationSecret } from '../platform/installation-secret.ts';
import type { RedisClient } from '../platform/redis.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import type { Clock } from './clock.ts';

/** The limit per mailbox and day: anyone can type someone else's address. */
export const acknowledgementsPerDay = 3;

const day = 86_400_000;

const lua = `
local now, day, most, id = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - day)
local isNew = not redis.call('ZSCORE', KEYS[1], id)
if isNew and redis.call('ZCARD', KEYS[1]) >= most then return 0 end
redis.call('ZADD', KEYS[1], now, id)
redis.call('PEXPIRE', KEYS[1], day)
return 1
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countAcknowledgement: (
      key: string,
      ...nowDayMostAndId: (string | number)[]
    ) => Result<0 | 1, Context>;
  }
}

/**
 * Counts an acknowledgement before an attempt to send it, per mailbox, for 24 hours from the last
 * attempt. Resolves to whether it may be sent. Retries of the same submission count once.
 */
export type CountAcknowledgement = (
  submission: Pick<ContactSubmission, '_id' | 'email'>,
) => Promise<boolean>;

export function createAcknowledgementLimit(
  redis: RedisClient,
  prefix: string,
  clock: Clock,
): CountAcknowledgement {
  redis.defineCommand('countAcknowledgement', { lua, numberOfKeys: 1 });
  const secret = createInstallationSecret(redis, { prefix });
  return async ({ _id, email }) => {
    const key = await secret.keyFor('acknowledged');
    if (!key) throw new Error('Redis has no secret.');
    const name = `${emailCounterPrefix(prefix, 'acknowledged')}:${emailCounterName(key, email)}`;
    const now = Math.round((await clock()).now);
    return (await redis.countAcknowledgement(name, now, day, acknowledgementsPerDay, _id)) === 1;
  };
}
