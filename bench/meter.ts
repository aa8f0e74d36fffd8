import { performance } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import Mailer from 'nodemailer/lib/mailer';

/**
 * This file is loaded before the worker's code and reports how the process spends its time. Rates
 * are measured without it, because it slows the process down.
 */

const stores = ['mongodb', 'smtp', 'redis'] as const;
type Store = (typeof stores)[number];

/** The time of a process in milliseconds: computing, idle, or waiting for one of the stores. */
export type Spent = Record<Store | 'own' | 'nothing', number>;

const spent: Spent = { own: 0, mongodb: 0, smtp: 0, redis: 0, nothing: 0 };
const awaited: Record<Store, number> = { mongodb: 0, smtp: 0, redis: 0 };
let seen = performance.eventLoopUtilization();

/** Updates `spent` with the time since the last call. Stores with open requests share idle time. */
function settle(): void {
  const { idle, active } = performance.eventLoopUtilization();
  const waiting = stores.filter((store) => awaited[store] > 0);
  const gap = idle - seen.idle;
  spent.own += active - seen.active;
  if (waiting.length === 0) spent.nothing += gap;
  for (const store of waiting) spent[store] += gap / waiting.length;
  seen = { ...seen, idle, active };
}

/** Records a request to a store. Returns a function that records its response. */
function ask(store: Store): () => void {
  settle();
  awaited[store] += 1;
  return () => {
    settle();
    awaited[store] -= 1;
  };
}

/** Replaces a method of a class with one that receives the original as `call`. */
function extend<Self extends object>(
  prototype: Self,
  name: string,
  extended: (call: () => unknown, self: Self, given: unknown[]) => unknown,
): void {
  const own = Reflect.get(prototype, name) as (...given: unknown[]) => unknown;
  Reflect.set(prototype, name, function (this: Self, ...given: unknown[]) {
    return extended(() => own.apply(this, given), this, given);
  });
}

extend(mongoose.mongo.MongoClient.prototype, 'connect', (call, client) => {
  const answered = new Map<number, () => void>();
  const end = ({ requestId }: { requestId: number }) => {
    answered.get(requestId)?.();
    answered.delete(requestId);
  };
  client.options.monitorCommands = true;
  client.on('commandStarted', ({ requestId }) => answered.set(requestId, ask('mongodb')));
  client.on('commandSucceeded', end).on('commandFailed', end);
  return call();
});

// Commands that block while an idle worker waits for jobs.
const blocking = ['bzpopmin', 'xread'];

extend(Redis.prototype, 'sendCommand', (call, _redis, [command]) => {
  const { name, promise } = command as { name: string; promise: Promise<unknown> };
  if (!blocking.includes(name)) {
    const end = ask('redis');
    promise.then(end, end);
  }
  return call();
});

extend(Mailer.prototype, 'sendMail', (call) => {
  const end = ask('smtp');
  return (call() as Promise<unknown>).finally(end);
});

process.on('message', (message) => {
  if (message !== 'read times') return;
  settle();
  process.send?.(spent);
});
