import { longDay } from '#contract/time.ts';
import { reasonOf } from '#server/reasons.ts';
import { confirmWrite, readMemory, type Redis } from '#server/redis.ts';
import { findNextRetention } from '#storage/retention.ts';
import { critical, graded, ok, warning, type CheckContext, type Result } from './check.ts';

/** Limits for the used share of Redis's memory; the API refuses enquiries from the second on. */
const fullness = { warning: 0.6, critical: 0.8 };
const moreMemory = 'Give Redis more memory.';

/** Settings without which a 202 would not mean 'safe on disk', and the risk of any other value. */
const redisSettings = {
  appendonly: ['yes', 'Accepted enquiries are lost when Redis restarts.'],
  appendfsync: ['always', 'A power cut can lose the enquiries of the last second.'],
  'maxmemory-policy': ['noeviction', 'A full Redis silently discards enquiries.'],
} as const;

export async function checkRedis({ redis, queuePrefix }: CheckContext): Promise<Result> {
  const connection = await redis();
  try {
    await confirmWrite(connection, queuePrefix);
  } catch (error) {
    const reason = reasonOf(error) ?? 'not connected';
    const says = `Redis is not accepting writes (${reason}). New enquiries are being refused.`;
    return reason === 'oom'
      ? critical(says, moreMemory, 'Redis is full')
      : critical(says, 'Find out why in its log, and restart it.');
  }
  for (const [name, [required, risk]] of Object.entries(redisSettings)) {
    const setting = await readSetting(connection, name);
    if (setting === undefined || setting === required) continue;
    const remedy = `Run CONFIG SET ${name} ${required} in redis-cli, and correct its configuration.`;
    return critical(`${name} is ${setting}. ${risk}`, remedy, 'Redis is misconfigured');
  }
  const { used, max, isLimited } = await readMemory(connection);
  const share = max > 0 ? used / max : 0;
  const of = isLimited ? 'its maxmemory' : "its machine's memory (there is no maxmemory)";
  const says = `Redis accepts writes, and uses ${Math.round(share * 100)}% of ${of}.`;
  return graded(share, fullness, says, moreMemory, 'Redis is full');
}

/** Reads a setting. Undefined if the server does not show its settings, like managed ones. */
async function readSetting(redis: Redis, name: string): Promise<string | undefined> {
  const answer = (await redis.config('GET', name).catch(() => [])) as string[];
  return answer[1];
}

export async function checkMongodb({ database }: CheckContext): Promise<Result> {
  const { submissions } = await database();
  const probe = submissions.db.collection<{ _id: string; at: Date }>('doctor');
  const writeConcern = { w: 'majority', j: true, wtimeoutMS: 5_000 } as const;
  const $set = { at: new Date() };
  await probe.updateOne({ _id: 'doctor' }, { $set }, { upsert: true, writeConcern });
  await probe.deleteOne({ _id: 'doctor' });
  return ok('MongoDB answers, and a majority confirmed a write on disk.');
}

/** Says what a shorter RETENTION_MONTHS will delete, until the worker applies it. */
export async function checkRetention({ database }: CheckContext): Promise<Result> {
  const next = await findNextRetention(await database());
  if (!next) return ok('No shorter retention is waiting to be applied.');
  const says =
    `RETENTION_MONTHS is now ${next.months}, which applies to stored enquiries on ` +
    `${longDay(next.at)}. Deleted by then: ${next.deletes}.`;
  return warning(says, 'If that is a mistake, set it back before then and restart the worker.');
}
