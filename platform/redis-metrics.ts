import { Gauge } from 'prom-client';

import type { Metrics } from './metrics.ts';
import type { RedisClient } from './redis.ts';
import { redisInfo } from './redis-nodes.ts';

/** How much memory Redis uses, and how much it may. */
export interface RedisMemory {
  used: number;
  /** Its own limit, or the machine's memory when it has none. */
  max: number;
  limited: boolean;
}

/** Shows, at each scrape, whether the Redis of the queues answers and how full it is. */
export function watchRedis(metrics: Metrics, redis: RedisClient, queuePrefix: string): void {
  const registers = [metrics.registry];
  const up = new Gauge({
    name: 'enquiries_redis_up',
    help: '1 when Redis answered this scrape, else 0.',
    registers,
  });
  const used = new Gauge({
    name: 'enquiries_redis_memory_used_bytes',
    help: 'Memory that Redis uses.',
    registers,
  });
  const max = new Gauge({
    name: 'enquiries_redis_memory_max_bytes',
    help: 'Memory that Redis may use: its maxmemory, or that of its machine without one.',
    registers,
  });
  function forget(): void {
    up.set(0);
    for (const gauge of [used, max]) gauge.remove();
  }
  metrics.collect({
    async read() {
      const memory = readMemory(await redisInfo(redis, queuePrefix, 'memory'));
      return () => {
        up.set(1);
        used.set(memory.used);
        max.set(memory.max);
      };
    },
    unknown: forget,
  });
}

/** Reads the answer to `INFO memory`. */
export function readMemory(info: string): RedisMemory {
  function read(name: string): number {
    return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  }
  const maxmemory = read('maxmemory');
  const max = maxmemory || read('total_system_memory');
  return { used: read('used_memory'), max, limited: maxmemory > 0 };
}
