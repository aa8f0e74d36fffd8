import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import { withTimeout } from './process.ts';
import type { Redis } from './redis.ts';
import { readVersion } from './settings.ts';

const serviceNames = { api: 'API', worker: 'worker', office: 'enquiries desk' };

/** The latest heartbeat of a process. Times are by Redis's clock, in milliseconds since 1970. */
export interface ProcessSeen {
  id: string;
  service: keyof typeof serviceNames;
  version: string;
  host: string;
  startedAt: number;
  seenAt: number;
  /** A worker's mail server, or `outbox`. */
  mail?: string;
}

const interval = 5_000;
/** Milliseconds without a heartbeat after which a process counts as hung or stopped. */
export const silentAfter = 3 * interval;
const secondsKept = 86_400;

/** The Redis key of a hash with the latest heartbeat of every process, by the process's id. */
function heartbeatKey(prefix: string): string {
  return `${prefix}:processes`;
}

async function timeOf(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}

/** Writes a heartbeat every five seconds until stopped, which the checks read. */
export function startHeartbeat(
  redis: Redis,
  { prefix, ...about }: { prefix: string } & Pick<ProcessSeen, 'service' | 'mail'>,
): { stop: () => Promise<void> } {
  const [key, id] = [heartbeatKey(prefix), randomUUID()];
  const self = { ...about, id, version: readVersion(), host: hostname() };
  let startedAt: number | undefined;

  async function beat(): Promise<void> {
    const seenAt = await timeOf(redis);
    startedAt ??= seenAt;
    const seen: ProcessSeen = { ...self, startedAt, seenAt };
    await redis.multi().hset(key, id, JSON.stringify(seen)).expire(key, secondsKept).exec();
  }

  // Errors are ignored, because the connection's owner logs outages.
  const tryToBeat = () => void beat().catch(() => undefined);
  const timer = setInterval(tryToBeat, interval);
  timer.unref();
  tryToBeat();
  return {
    async stop() {
      clearInterval(timer);
      await withTimeout(500, redis.hdel(key, id)).catch(() => undefined);
    },
  };
}

/** Reads Redis's time, and the processes of the last day except those that stopped cleanly. */
export async function readProcesses(
  redis: Redis,
  prefix: string,
): Promise<{ now: number; processes: ProcessSeen[] }> {
  const now = await timeOf(redis);
  const heartbeats = Object.values(await redis.hgetall(heartbeatKey(prefix)));
  const processes = heartbeats.map((text) => JSON.parse(text) as ProcessSeen);
  return { now, processes: processes.filter(({ seenAt }) => now - seenAt < secondsKept * 1_000) };
}
