import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import type { RedisClient } from './redis.ts';
import { readVersion } from './settings.ts';
import { withTimeout } from './timeout.ts';

/** The server processes, and their names in messages. */
export const serviceNames = { api: 'API', worker: 'worker', office: 'enquiries desk' };

export type ServiceName = keyof typeof serviceNames;

/** The latest heartbeat of a process. Times are in milliseconds since 1970. */
export interface ProcessSeen {
  id: string;
  service: ServiceName;
  version: string;
  host: string;
  /** By Redis's clock, like `seenAt`. */
  startedAt: number;
  seenAt: number;
  /** The process's own clock at `seenAt`. */
  clock: number;
  /** A worker's mail server, or `outbox`. */
  mail?: string;
}

const interval = 5_000;
/** Milliseconds without a heartbeat after which a process counts as hung or stopped. */
export const silentAfter = 3 * interval;
const expiresAfter = 86_400_000;
const stopTimeout = 500;

/** Sends a heartbeat to Redis every five seconds until stopped. */
export function startHeartbeat(
  redis: RedisClient,
  { prefix, ...about }: { prefix: string } & Pick<ProcessSeen, 'service' | 'mail'>,
): { stop: () => Promise<void> } {
  const key = keyOf(prefix);
  const id = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const version = readVersion();
  let startedAt: number | undefined;

  async function beat(): Promise<void> {
    const now = await timeOf(redis);
    if (startedAt === undefined) await deleteExpired(redis, key, now);
    startedAt ??= now;
    const seen: ProcessSeen = {
      ...{ ...about, id, version, host: hostname() },
      ...{ startedAt, seenAt: now, clock: Date.now() },
    };
    if (!signal.aborted) await redis.hset(key, id, JSON.stringify(seen));
  }

  async function run(): Promise<void> {
    for (;;) {
      // Errors are ignored, because other code that uses Redis reports the outage.
      await beat().catch(() => undefined);
      await sleep(interval, undefined, { signal });
    }
  }
  // `run` ends only when the signal aborts it, and then rejects.
  run().catch(() => undefined);

  return {
    /** Deletes this process's heartbeat, and those of processes that it replaced on this host. */
    async stop() {
      stopping.abort();
      const isReplaced = ({ service, host, seenAt }: ProcessSeen) =>
        service === about.service && host === hostname() && seenAt < (startedAt ?? 0);
      const remove = async () => redis.hdel(key, id, ...(await idsOf(redis, key, isReplaced)));
      await withTimeout(stopTimeout, remove()).catch(() => undefined);
    },
  };
}

/**
 * Returns Redis's time, and every process seen within the last day, except those that stopped
 * cleanly.
 */
export async function readProcesses(
  redis: RedisClient,
  prefix: string,
): Promise<{ now: number; processes: ProcessSeen[] }> {
  const now = await timeOf(redis);
  const all = await redis.hgetall(keyOf(prefix));
  const processes = Object.values(all).map((text) => JSON.parse(text) as ProcessSeen);
  return { now, processes: processes.filter(({ seenAt }) => now - seenAt < expiresAfter) };
}

function keyOf(prefix: string): string {
  return `${prefix}:processes`;
}

async function timeOf(redis: RedisClient): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}

async function deleteExpired(redis: RedisClient, key: string, now: number): Promise<void> {
  const old = await idsOf(redis, key, ({ seenAt }) => now - seenAt >= expiresAfter);
  if (old.length > 0) await redis.hdel(key, ...old);
}

async function idsOf(redis: RedisClient, key: string, is: (process: ProcessSeen) => boolean) {
  const all = Object.entries(await redis.hgetall(key));
  return all.filter(([, text]) => is(JSON.parse(text) as ProcessSeen)).map(([id]) => id);
}
