import type { ChainableCommander } from 'ioredis';

import { sendNotificationJob, storeSubmissionJob } from '../../../contract/jobs.ts';
import type { RedisClient } from '../../../platform/redis.ts';
import type { Line } from './archive.ts';

// The third queue, maintenance, is not backed up: a worker creates its jobs when it starts.
const queues = [storeSubmissionJob.queue, sendNotificationJob.queue];
const lists = ['wait', 'paused', 'active'] as const;
const sortedSets = ['prioritized', 'delayed', 'completed', 'failed'] as const;
const isQueueKey = /^(?:submissions|notifications|maintenance):/;
const isJob = /^(submissions|notifications):([^:]+)$/;
/**
 * Keys that are not backed up: keys about running processes and canaries (test enquiries), and
 * `installation`, which a restore recreates.
 */
const isTransient = /^(?:processes|alerts-leader|installation|canary:.*)$/;
/** Keys that expire within this many milliseconds, such as rate limits, are left out. */
const shortest = 3_600_000;
const batchSize = 200;

type Place = (typeof lists)[number] | (typeof sortedSets)[number];

/** The job ids in a queue's lists and sorted sets at one moment. Sorted sets also have scores. */
export interface JobPlaces {
  queue: string;
  meta: Record<string, string>;
  places: Record<Place, string[]>;
}

interface JobLine {
  job: [queue: string, id: string];
  fields: Record<string, string>;
}

interface KeyLine {
  key: string;
  value: { string: string } | { hash: Record<string, string> } | { list: string[] } | Members;
  /** In milliseconds since 1970. */
  expiresAt?: number;
}

type Members = { set: string[] } | { zset: string[] };

/** A job or another key. Its name lacks the prefix. */
export type RedisLine = JobLine | KeyLine;

/**
 * Reads Redis for a backup, as lines of JSON. Reads the lists of the queues at one moment, and then
 * the jobs and other keys. A job added in between is in none of the lists, so a restore queues it.
 * The result of a job that ends in between is in MongoDB, which is read later.
 */
export async function* readRedis(redis: RedisClient, prefix: string): AsyncGenerator<string> {
  const reading = redis.multi();
  for (const queue of queues) {
    const key = (name: string) => `${prefix}:${queue}:${name}`;
    reading.hgetall(key('meta'));
    for (const list of lists) reading.lrange(key(list), 0, -1);
    for (const set of sortedSets) reading.zrange(key(set), '0', '-1', 'WITHSCORES');
  }
  const found = await run(reading);
  for (const queue of queues) {
    const [meta, ...ids] = found.splice(0, 1 + lists.length + sortedSets.length);
    const places = Object.fromEntries([...lists, ...sortedSets].map((name, i) => [name, ids[i]]));
    yield JSON.stringify({ queue, meta, places });
  }
  // SCAN can return a key more than once.
  const seen = new Set<string>();
  for await (const keys of scan(redis, prefix)) {
    const names = [...new Set(keys)].filter(
      (name) => (isJob.test(name) || isOwn(name)) && !seen.has(name),
    );
    for (const name of names) seen.add(name);
    for (const line of await readKeys(redis, prefix, names)) yield JSON.stringify(line);
  }
}

function isOwn(name: string): boolean {
  return !isQueueKey.test(name) && !isTransient.test(name);
}

/** Yields the names of all keys with the prefix, in batches. The prefix is removed. */
async function* scan(redis: RedisClient, prefix: string): AsyncGenerator<string[]> {
  const match = `${prefix.replace(/[*?[\]\\^]/g, String.raw`\$&`)}:*`;
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', match, 'COUNT', batchSize);
    cursor = next;
    yield keys.map((key) => key.slice(prefix.length + 1));
  } while (cursor !== '0');
}

async function readKeys(redis: RedisClient, prefix: string, names: string[]): Promise<RedisLine[]> {
  if (names.length === 0) return [];
  const asking = redis.pipeline();
  for (const name of names) asking.type(`${prefix}:${name}`);
  const types = (await run(asking)) as string[];
  const reading = redis.pipeline();
  const read = names.filter((name, index) => {
    const key = `${prefix}:${name}`;
    const type = types[index] ?? 'none';
    if (isJob.test(name) && type !== 'hash') return false;
    if (type === 'string') reading.get(key);
    else if (type === 'hash') reading.hgetall(key);
    else if (type === 'list') reading.lrange(key, 0, -1);
    else if (type === 'set') reading.smembers(key);
    else if (type === 'zset') reading.zrange(key, '0', '-1', 'WITHSCORES');
    else return false;
    reading.pttl(key);
    return true;
  });
  const answers = await run(reading);
  return read.flatMap((name, index): RedisLine[] => {
    const [value, ttl] = answers.slice(2 * index, 2 * index + 2) as [unknown, number];
    // The key has been deleted, or expires soon.
    if (ttl === -2 || (ttl >= 0 && ttl < shortest)) return [];
    const [, queue = '', id = ''] = isJob.exec(name) ?? [];
    const isMeta = ['meta', ...lists, ...sortedSets].includes(id);
    if (isMeta) return [];
    if (id) return [{ job: [queue, id], fields: value as Record<string, string> }];
    const type = types[names.indexOf(name)] ?? '';
    const expiry = ttl >= 0 ? { expiresAt: Date.now() + ttl } : {};
    return [{ key: name, value: { [type]: value } as KeyLine['value'], ...expiry }];
  });
}

async function run(commands: ChainableCommander): Promise<unknown[]> {
  const results = (await commands.exec()) ?? [];
  for (const [error] of results) if (error) throw error;
  return results.map(([, value]) => value);
}

/** Counts the jobs that are not completed. */
export async function countJobs(redis: RedisClient, prefix: string): Promise<number> {
  const asking = redis.pipeline();
  for (const queue of queues) {
    for (const list of lists) asking.llen(`${prefix}:${queue}:${list}`);
    for (const set of ['prioritized', 'delayed', 'failed'])
      asking.zcard(`${prefix}:${queue}:${set}`);
  }
  return ((await run(asking)) as number[]).reduce((sum, count) => sum + count, 0);
}

/** Deletes all keys with the prefix. */
export async function clearRedis(redis: RedisClient, prefix: string): Promise<void> {
  for await (const names of scan(redis, prefix)) {
    if (names.length > 0) await redis.unlink(names.map((name) => `${prefix}:${name}`));
  }
}

/**
 * Restores the jobs and keys of a backup, except jobs of erased enquiries, and jobs and keys that
 * already exist in Redis. `add` collects lines and writes them in batches; `end` writes the last
 * batch and wakes the workers. Jobs that were running, or are in none of the backup's lists, are
 * queued again.
 */
export function openRedisRestore(
  redis: RedisClient,
  prefix: string,
  places: readonly JobPlaces[],
  isErased: (id: string) => boolean,
) {
  const known = new Map(places.map((one) => [one.queue, placesById(one)]));
  const counts = { jobs: 0, keys: 0 };
  let batch: RedisLine[] = [];

  async function write(): Promise<void> {
    const lines = batch;
    batch = [];
    if (lines.length === 0) return;
    const names = lines.map((line) => `${prefix}:${'job' in line ? line.job.join(':') : line.key}`);
    const asking = redis.pipeline();
    for (const name of names) asking.exists(name);
    const existing = await run(asking);
    const writing = redis.multi();
    for (const [index, line] of lines.entries()) {
      const name = names[index] ?? '';
      if (existing[index] === 1) continue;
      if ('job' in line) {
        writeJob(writing, name, line, known.get(line.job[0])?.get(line.job[1]));
        counts.jobs += 1;
      } else if (line.expiresAt === undefined || line.expiresAt > Date.now()) {
        writeKey(writing, name, line);
        counts.keys += 1;
      }
    }
    await run(writing);
  }

  function writeJob(
    writing: ChainableCommander,
    name: string,
    { job: [queue, id], fields }: JobLine,
    place?: [place: Place, score: string],
  ): void {
    const queueKey = `${prefix}:${queue}`;
    const [list, score] = place ?? ['wait', ''];
    if (sortedSets.includes(list as never)) {
      writing.hset(name, fields).zadd(`${queueKey}:${list}`, score, id);
    } else {
      // The job runs again. If it ended while the backup was made, its result is dropped.
      const { finishedOn: _at, returnvalue: _value, ...rest } = fields;
      writing.hset(name, rest).lpush(`${queueKey}:wait`, id);
    }
  }

  return {
    counts,
    add: async (line: Line) => {
      if (!('job' in line || 'key' in line)) return;
      if ('job' in line && isErased(line.job[1])) return;
      if (batch.push(line) >= batchSize) await write();
    },
    end: async () => {
      await write();
      const ending = redis.multi();
      for (const { queue, meta } of places) {
        if (Object.keys(meta).length > 0) ending.hset(`${prefix}:${queue}:meta`, meta);
        if (!('paused' in meta)) ending.zadd(`${prefix}:${queue}:marker`, 0, '0');
      }
      await run(ending);
    },
  };
}

function placesById({ places }: JobPlaces): Map<string, [Place, string]> {
  const known = new Map<string, [Place, string]>();
  for (const list of lists) for (const id of places[list]) known.set(id, [list, '']);
  for (const set of sortedSets) {
    const pairs = places[set];
    for (let index = 0; index < pairs.length; index += 2) {
      known.set(pairs[index] ?? '', [set, pairs[index + 1] ?? '0']);
    }
  }
  return known;
}

function writeKey(writing: ChainableCommander, name: string, { value, expiresAt }: KeyLine): void {
  if ('string' in value) writing.set(name, value.string);
  else if ('hash' in value) writing.hset(name, value.hash);
  else if ('list' in value) writing.rpush(name, ...value.list);
  else if ('set' in value) writing.sadd(name, ...value.set);
  else {
    const scored = value.zset.flatMap((member, index, all) =>
      index % 2 === 0 ? [all[index + 1] ?? '0', member] : [],
    );
    writing.zadd(name, ...scored);
  }
  if (expiresAt !== undefined) writing.pexpireat(name, expiresAt);
}
