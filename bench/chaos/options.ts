import { parseArgs } from 'node:util';
import * as z from 'zod';

import { victims, type Victim } from './schedule.ts';

const count = z.coerce.number('must be a number').int().min(1);

const optionsSchema = z.object({
  submissions: count.max(1_000_000).default(2_000),
  seed: z.coerce.number('must be a number').int().min(0).max(0x7fffffff).default(1953),
  kills: count.max(1_000).optional(),
  clients: count.max(256).default(24),
  redisCluster: z.boolean().default(false),
  only: z.array(z.enum(victims, `must be one of ${victims.join(', ')}`)).default([...victims]),
  json: z.boolean().default(false),
});

export interface ChaosOptions {
  submissions: number;
  seed: number;
  /** How many faults are injected, spread over all the processes. */
  kills: number;
  /** How many clients send at the same time. */
  clients: number;
  /** Three APIs and three workers on a Redis Cluster of three, not two of each on one Redis. */
  redisCluster: boolean;
  /** The kinds of process that are killed. */
  only: Victim[];
  json: boolean;
}

/**
 * Reads the options of `npm run chaos`.
 *
 * @throws Error that names the option and what is wrong with it.
 */
export function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({
    args,
    options: {
      submissions: { type: 'string' },
      seed: { type: 'string' },
      kills: { type: 'string' },
      clients: { type: 'string' },
      'redis-cluster': { type: 'boolean' },
      only: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    },
  });
  const { 'redis-cluster': redisCluster, ...rest } = values;
  const result = optionsSchema.safeParse({ ...rest, redisCluster });
  if (!result.success) {
    const issues = result.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`);
    throw new Error(issues.join('\n'));
  }
  const { submissions } = result.data;
  return { ...result.data, kills: result.data.kills ?? Math.max(14, Math.ceil(submissions / 300)) };
}
