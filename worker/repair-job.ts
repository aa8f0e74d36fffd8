import type { JobDefinition } from '../contract/jobs.ts';
import type { RedisClient } from '../platform/redis.ts';

/** What takes the place of a job's data that are no JSON. */
interface UnreadableData {
  unreadable: string;
}

/** Whether a job's data were no JSON when a worker took it. */
export function isUnreadable(data: unknown): data is UnreadableData {
  return typeof data === 'object' && data !== null && 'unreadable' in data;
}

// A worker or an erasure may have been quicker.
const replaceIfUnchanged = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return end
if ARGV[3] then redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
else redis.call('HDEL', KEYS[1], ARGV[1]) end
`;

/**
 * Makes JSON of the data and the options of a job that are none, and removes its progress and its
 * parent if they are none. BullMQ cannot read such a job, and so would take it again and again
 * without ever handing it over. The data are kept as text.
 *
 * @returns the names of the fields that were repaired.
 */
export async function repairJob(
  redis: RedisClient,
  key: string,
  policy: JobDefinition['policy'],
): Promise<string[]> {
  const replacements = {
    data: (text: string) => [JSON.stringify({ unreadable: text } satisfies UnreadableData)],
    opts: () => [JSON.stringify(policy)],
    progress: () => [],
    parent: () => [],
  };
  const repaired: string[] = [];
  for (const [field, replacement] of Object.entries(replacements)) {
    const text = await redis.hget(key, field);
    if (!text || isJson(text)) continue;
    await redis.eval(replaceIfUnchanged, 1, key, field, text, ...replacement(text));
    repaired.push(field);
  }
  return repaired;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
