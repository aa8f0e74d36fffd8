import type { RedisClient } from '../../platform/redis.ts';
import { withTimeout } from '../../platform/timeout.ts';
import { keepAlerts, leaveAlertsLead, readAlerts, takeAlertsLead } from '../../storage/alerts.ts';
import type { Product } from '../doctor/finding.ts';
import { nothingTold, type AlertState } from './alert-state.ts';

/** One of the places where is kept who leads and what was told. It rejects while it is away. */
export interface AlertPlace {
  /** Takes or keeps the lead for a while; false if another has it. */
  lead: (holder: string) => Promise<boolean>;
  leave: (holder: string) => Promise<unknown>;
  read: () => Promise<string | null | undefined>;
  keep: (state: string) => Promise<unknown>;
}

/** Milliseconds for which the lead is kept without a sign of life, and between two such signs. */
export const leadFor = 40_000;
const leadEvery = 10_000;
const answerWithin = 4_000;

const takeLead = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;
const leaveLead = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`;

/** Redis, and then MongoDB. */
export function alertPlaces({
  redis,
  database,
  queuePrefix,
}: Pick<Product, 'redis' | 'database' | 'queuePrefix'>): AlertPlace[] {
  const [leader, told] = [`${queuePrefix}:alerts-leader`, `${queuePrefix}:alerts`];
  return [
    {
      lead: async (holder) =>
        Number(await (await redis()).eval(takeLead, 1, leader, holder, leadFor)) === 1,
      leave: async (holder) => (await redis()).eval(leaveLead, 1, leader, holder),
      read: async () => (await redis()).get(told),
      keep: async (state) => (await redis()).set(told, state),
    },
    {
      lead: async (holder) => takeAlertsLead(await database(), holder, leadFor),
      leave: async (holder) => leaveAlertsLead(await database(), holder),
      read: async () => readAlerts(await database()),
      keep: async (state) => keepAlerts(await database(), state),
    },
  ];
}

/**
 * Whether this office tells, of several: the one that leads wherever an answer comes from. They are
 * asked in their order and no further than the first that another leads, so that no two block each
 * other. Where none answers each office tells by itself: twice is better than not at all.
 */
export async function takeTheLead(places: readonly AlertPlace[], holder: string): Promise<boolean> {
  for (const { lead } of places) {
    if ((await ask(lead(holder))) === false) return false;
  }
  return true;
}

/**
 * Does some work each so many milliseconds while this office leads, until the signal. The lead is kept
 * while the work goes on, and taken within a minute from an office that is gone.
 */
export function workInTheLead(
  places: readonly AlertPlace[],
  holder: string,
  { every, work, signal }: { every: number; work: () => Promise<void>; signal: AbortSignal },
): void {
  let [startedAt, isWorking] = [-Infinity, false];
  let timer: NodeJS.Timeout | undefined;

  async function tick(): Promise<void> {
    const leads = await takeTheLead(places, holder);
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

/** What was told, by whichever place has the newest, or by what this office knows itself. */
export async function readState(
  places: readonly AlertPlace[],
  own: AlertState,
): Promise<AlertState> {
  const texts = await Promise.all(places.map(({ read }) => ask(read())));
  const states = texts.flatMap((text) => (text ? [JSON.parse(text) as AlertState] : []));
  return states.reduce((newest, state) => (state.savedAt > newest.savedAt ? state : newest), own);
}

/** Keeps it wherever it can be kept. */
export async function keepState(places: readonly AlertPlace[], state: AlertState): Promise<void> {
  const text = JSON.stringify(state);
  await Promise.all(places.map(({ keep }) => ask(keep(text))));
}

/** What was told, as far as Redis knows it: for a look from outside. */
export async function readToldState(redis: RedisClient, queuePrefix: string): Promise<AlertState> {
  const text = await redis.get(`${queuePrefix}:alerts`);
  return text ? (JSON.parse(text) as AlertState) : nothingTold;
}

/** Lets another office have the lead. */
export async function giveUpTheLead(places: readonly AlertPlace[], holder: string): Promise<void> {
  await Promise.all(places.map(({ leave }) => ask(leave(holder))));
}

/** The answer of a place; undefined while it is away. */
function ask<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  return withTimeout(answerWithin, answer).catch(() => undefined);
}
