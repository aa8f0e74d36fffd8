import type { Redis } from 'ioredis';
import * as z from 'zod';

import { createEmailCounters } from '../../platform/email-counters.ts';
import { hashPersonal } from '../../platform/hash-personal.ts';
import type { RedisClient } from '../../platform/redis.ts';
import { redisNodes } from '../../platform/redis-nodes.ts';
import { CommandError } from '../errors.ts';
import { mentionsAddress, sameAddress } from './same-address.ts';

/** A job whose data came from the address. */
export interface JobTrace {
  queue: string;
  id: string;
  data: unknown;
}

export interface RedisTraces {
  jobs: JobTrace[];
  /** Keys that are named after the address, in plain or hashed. */
  keys: string[];
  /** The ids of jobs that others have sent and whose text names the address. */
  mentions: string[];
}

const fromForm = z.object({ form: z.object({ email: z.string() }) });

/** Looks at every key of the product, so that no state of a job is left out. */
export async function findInRedis(
  redis: RedisClient,
  prefix: string,
  address: string,
  progress: (keys: number) => void,
): Promise<RedisTraces> {
  const traces: RedisTraces = { jobs: [], keys: [], mentions: [] };
  const counter = await counterOf(redis, prefix, address);
  const names = [address.trim().toLowerCase(), hashPersonal(address)];
  const match = `${prefix.replace(/[*?[\]\\]/g, '\\$&')}:*`;
  const seen = new Set<string>();
  for (const node of redisNodes(redis)) {
    for await (const batch of node.scanStream({ match, count: 500 })) {
      const keys = (batch as string[]).filter((key) => !seen.has(key));
      for (const key of keys) seen.add(key);
      const data = await jobData(node, keys);
      for (const [index, key] of keys.entries()) {
        const parts = key.slice(prefix.length + 1).split(':');
        if (key === counter || parts.some((part) => names.includes(part.toLowerCase()))) {
          traces.keys.push(key);
        }
        addJob(traces, parts, data[index], address);
      }
      progress(seen.size);
    }
  }
  return traces;
}

/** The name of the key that counts the enquiries of the address. */
async function counterOf(redis: RedisClient, prefix: string, address: string): Promise<string> {
  const counters = createEmailCounters(redis, prefix);
  const name = await counters.nameOf(address);
  if (name === undefined) throw new CommandError('Redis does not answer.');
  return `${counters.prefix}:${name}`;
}

/** The `data` of each key that is a job; null for the others. */
async function jobData(redis: Redis, keys: string[]): Promise<(string | null)[]> {
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.hget(key, 'data');
  const results = (await pipeline.exec()) ?? [];
  // A key that is no hash answers with an error.
  return results.map(([error, value]) => (error ? null : (value as string | null)));
}

function addJob(
  traces: RedisTraces,
  [queue = '', ...rest]: string[],
  data: string | null | undefined,
  address: string,
): void {
  if (!data) return;
  const id = rest.join(':');
  const parsed: unknown = JSON.parse(data);
  const sent = fromForm.safeParse(parsed);
  if (sent.success && sameAddress(sent.data.form.email, address)) {
    traces.jobs.push({ queue, id, data: parsed });
  } else if (mentionsAddress(parsed, address)) {
    traces.mentions.push(id);
  }
}
