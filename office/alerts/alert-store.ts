import { deleteIfEqual, type RedisClient } from '../../platform/redis.ts';
import { withTimeout } from '../../platform/timeout.ts';
import {
  keepAlerts,
  releaseAlertsLead,
  readAlerts,
  acquireAlertsLead,
} from '../../storage/alerts.ts';
import type { Product } from '../doctor/finding.ts';
import { emptyAlertState, type AlertState } from './alert-state.ts';

/** A store that holds the leader lock and the alert state. Calls reject while the store is down. */
export interface AlertPlace {
  /** Acquires or renews the lock. Resolves to false if another process holds it. */
  lead: (holder: string) => Promise<boolean>;
  leave: (holder: string) => Promise<unknown>;
  read: () => Promise<string | null | undefined>;
  keep: (state: string) => Promise<unknown>;
}

/** Milliseconds until the lock expires without a renewal, and between two renewals. */
export const leadFor = 40_000;
const leadEvery = 10_000;
const answerWithin = 4_000;

const takeLead = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** The stores for the lock and the alert state: Redis and MongoDB, in this order. */
export function alertPlaces({
  redis,
  database,
  queuePrefix,
}: Pick<Product, 'redis' | 'database' | 'queuePrefix'>): AlertPlace[] {
  const [leader, state] = [`${queuePrefix}:alerts-leader`, `${queuePrefix}:alerts`];
  return [
    {
      lead: async (holder) =>
        Number(await (await redis()).eval(takeLead, 1, leader, holder, leadFor)) === 1,
      leave: async (holder) => deleteIfEqual(await redis(), leader, holder),
      read: async () => (await redis()).get(state),
      keep: async (text) => (await redis()).set(state, text),
    },
    {
      lead: async (holder) => acquireAlertsLead(await database(), holder, leadFor),
      leave: async (holder) => releaseAlertsLead(await database(), holder),
      read: async () => readAlerts(await database()),
      keep: async (state) => keepAlerts(await database(), state),
    },
  ];
}

/**
 * Acquires or renews the lock in every store that answers. Resolves to whether this process is the
 * leader, which sends the alerts. Stops at the first store whose lock another process holds, so
 * that two processes cannot deadlock. If no store answers, every process sends alerts, because two
 * alerts are better than none.
 */
export async function acquireLead(places: readonly AlertPlace[], holder: string): Promise<boolean> {
  for (const { lead } of places) {
    if ((await ask(lead(holder))) === false) return false;
  }
  return true;
}

/**
 * While this process is the leader, runs `work` at intervals of `every` milliseconds, until the
 * signal aborts. Renews the lock regularly. If the leader stops, another process takes over within
 * a minute.
 */
export function runAsLeader(
  places: readonly AlertPlace[],
  holder: string,
  { every, work, signal }: { every: number; work: () => Promise<void>; signal: AbortSignal },
): void {
  let [startedAt, isWorking] = [-Infinity, false];
  let timer: NodeJS.Timeout | undefined;

  async function tick(): Promise<void> {
    const leads = await acquireLead(places, holder);
    if (signal.aborted) return;
    if (leads && !isWorking && performance.now() - startedAt >= every) {
      [startedAt, isWorking] = [performance.now(), true];
      void work().finally(() => (isWorking = false));
    }
    timer = setTimeout(() => void tick(), Math.min(every, leadEvery));
  }
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  void tick();
}

/** The newest state in any store or in this process. */
export async function readState(
  places: readonly AlertPlace[],
  own: AlertState,
): Promise<AlertState> {
  const texts = await Promise.all(places.map(({ read }) => ask(read())));
  const states = texts.flatMap((text) => (text ? [JSON.parse(text) as AlertState] : []));
  return states.reduce((newest, state) => (state.savedAt > newest.savedAt ? state : newest), own);
}

/** Saves the state in every store that answers. */
export async function keepState(places: readonly AlertPlace[], state: AlertState): Promise<void> {
  const text = JSON.stringify(state);
  await Promise.all(places.map(({ keep }) => ask(keep(text))));
}

/** The state in Redis, for processes that do not send alerts. */
export async function readAlertState(redis: RedisClient, queuePrefix: string): Promise<AlertState> {
  const text = await redis.get(`${queuePrefix}:alerts`);
  return text ? (JSON.parse(text) as AlertState) : emptyAlertState;
}

/** Releases the lock, so that another process can take over. */
export async function releaseLead(places: readonly AlertPlace[], holder: string): Promise<void> {
  await Promise.all(places.map(({ leave }) => ask(leave(holder))));
}

/** The result of a call to a store; undefined if the call fails or takes too long. */
function ask<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  return withTimeout(answerWithin, answer).catch(() => undefined);
}
