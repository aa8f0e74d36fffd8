import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import type { RedisClient } from './redis.ts';
import { readVersion } from './settings.ts';
import { withTimeout } from './timeout.ts';

export type ServiceName = 'api' | 'worker' | 'office';

/** A process that has said that it lives. Times are in milliseconds since 1970. */
export interface ProcessSeen {
  id: string;
  service: ServiceName;
  version: string;
  host: string;
  /** By the clock of Redis, as is `seenAt`. */
  startedAt: number;
  seenAt: number;
  /** What the clock of the process said at `seenAt`. */
  clock: number;
  /** Of a worker: the mail server that it sends through, or `outbox`. */
  mail?: string;
}

const every = 5_000;
/** Milliseconds after which a process that has said nothing hangs, or is gone. */
export const silentAfter = 3 * every;
const forgottenAfter = 86_400_000;
const partWithin = 500;

/** Says every five seconds in Redis that this process lives, until it is stopped. */
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
    if (startedAt === undefined) await forgetOld(redis, key, now);
    startedAt ??= now;
    const seen: ProcessSeen = {
      ...{ ...about, id, version, host: hostname() },
      ...{ startedAt, seenAt: now, clock: Date.now() },
    };
    if (!signal.aborted) await redis.hset(key, id, JSON.stringify(seen));
  }

  async function run(): Promise<void> {
    for (;;) {
      // Whoever needs Redis says that it is away; here the silence says it.
      await beat().catch(() => undefined);
      await sleep(every, undefined, { signal });
    }
  }
  // Only the signal ends it.
  run().catch(() => undefined);

  return {
    /** Takes leave, so that nobody misses it, nor those whose place on this host it took. */
    async stop() {
      stopping.abort();
      const isReplaced = ({ service, host, seenAt }: ProcessSeen) =>
        service === about.service && host === hostname() && seenAt < (startedAt ?? 0);
      const leave = async () => redis.hdel(key, id, ...(await idsOf(redis, key, isReplaced)));
      await withTimeout(partWithin, leave()).catch(() => undefined);
    },
  };
}

/** Every process that was there within the last day and has not taken leave, and the time of Redis. */
export async function readProcesses(
  redis: RedisClient,
  prefix: string,
): Promise<{ now: number; processes: ProcessSeen[] }> {
  const now = await timeOf(redis);
  const all = await redis.hgetall(keyOf(prefix));
  const processes = Object.values(all).map((text) => JSON.parse(text) as ProcessSeen);
  return { now, processes: processes.filter(({ seenAt }) => now - seenAt < forgottenAfter) };
}

function keyOf(prefix: string): string {
  return `${prefix}:processes`;
}

async function timeOf(redis: RedisClient): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}

async function forgetOld(redis: RedisClient, key: string, now: number): Promise<void> {
  const old = await idsOf(redis, key, ({ seenAt }) => now - seenAt >= forgottenAfter);
  if (old.length > 0) await redis.hdel(key, ...old);
}

async function idsOf(redis: RedisClient, key: string, is: (process: ProcessSeen) => boolean) {
  const all = Object.entries(await redis.hgetall(key));
  return all.filter(([, text]) => is(JSON.parse(text) as ProcessSeen)).map(([id]) => id);
}
