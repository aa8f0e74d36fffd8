import type { Redis } from 'ioredis';

import { readMemory } from '../../platform/redis-metrics.ts';
import { redisInfo, redisNodes } from '../../platform/redis-nodes.ts';
import type { StaffContext } from '../context.ts';
import { critical, ok, warning, type Check } from './finding.ts';

const fullness = { warning: 0.6, critical: 0.8 };

/** What Redis must be set to, so that a 202 means that an enquiry is on a disk and stays there. */
const wanted = {
  appendonly: ['yes', 'An enquiry that was answered 202 is lost when Redis restarts.'],
  appendfsync: ['always', 'A power cut can lose the enquiries of the last second.'],
  'maxmemory-policy': ['noeviction', 'A full Redis throws enquiries away without a word.'],
} as const;

export function checkRedisSettings({ redis }: StaffContext): Check {
  return {
    subject: 'Redis settings',
    mend: 'Start Redis, or set REDIS_URL to it. A user without CONFIG GET cannot be asked for its settings.',
    async run() {
      // Any master of a cluster may be the one that keeps the queues tomorrow.
      const nodes = redisNodes(await redis());
      const findings = [];
      for (const [name, [value, risk]] of Object.entries(wanted)) {
        const found = new Set(await Promise.all(nodes.map((node) => readSetting(node, name))));
        const line = `${name} is ${[...found].join(' and ')}`;
        const mend = `redis-cli CONFIG SET ${name} ${value}, and the same in Redis's configuration.`;
        const fits = found.size === 1 && found.has(value);
        findings.push(fits ? ok(`${line}.`) : critical(`${line}. ${risk}`, mend));
      }
      return findings;
    },
  };
}

async function readSetting(node: Redis, name: string): Promise<string> {
  const [, value] = (await node.config('GET', name)) as [string?, string?];
  return value ?? 'not to be found out';
}

export function checkRedisMemory({ redis, config }: StaffContext): Check {
  return {
    subject: 'Redis memory',
    mend: 'See docs/operations.md, Redis is down.',
    async run() {
      const info = await redisInfo(await redis(), config.queuePrefix, 'memory');
      const { used, max, limited } = readMemory(info);
      const share = max > 0 ? used / max : 0;
      const of = limited ? 'its maxmemory' : "its machine's memory (there is no maxmemory)";
      const says = `${inMegabytes(used)} in use, ${Math.round(share * 100)} % of ${of}.`;
      const mend = 'See docs/operations.md, Redis is full.';
      if (share > fullness.critical) return [critical(says, mend)];
      return [share > fullness.warning ? warning(says, mend) : ok(says)];
    },
  };
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}
