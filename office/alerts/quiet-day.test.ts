import type { Job } from 'bullmq';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { checkQuarantine } from '../doctor/check-mongodb.ts';
import { checkQueues } from '../doctor/check-queues.ts';
import type { Finding, Product } from '../doctor/finding.ts';
import { fold, type Examined } from '../doctor/fold.ts';
import { decide, nothingTold } from './alert-state.ts';

const minute = 60_000;
const hour = 60 * minute;
const midnight = Date.UTC(2026, 10, 22);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

type WaitingJob = Pick<Job, 'timestamp' | 'attemptsMade'> & { processedOn?: number };

/** What is in the stores at one moment. */
interface Stores {
  /** The mails that are not done, by state. */
  mails: Partial<Record<'waiting' | 'active' | 'delayed', WaitingJob>>;
  /** When each enquiry came that is held as spam; nobody has looked at any. */
  held: Date[];
}

function productOf({ mails, held }: Stores): Product {
  const queues = ['submissions', 'notifications', 'maintenance'].map((name) => {
    const jobs: Stores['mails'] = name === 'notifications' ? mails : {};
    return {
      name,
      getJobCounts: () =>
        Promise.resolve(Object.fromEntries(Object.keys(jobs).map((state) => [state, 1]))),
      getJobs: (states: (keyof typeof jobs)[]) =>
        Promise.resolve(states.flatMap((state) => jobs[state] ?? [])),
      isPaused: () => Promise.resolve(false),
      getWorkersCount: () => Promise.resolve(1),
    };
  });
  const documents = held.map((createdAt, index) => ({ _id: String(index), createdAt }));
  const cursor = () => documents;
  const query = { sort: () => query, select: () => query, lean: () => query, cursor };
  const database = {
    submissions: {
      find: () => query,
      countDocuments: () => ({ exec: () => Promise.resolve(documents.length) }),
    },
    audit: { read: () => Promise.resolve([]) },
  };
  return {
    queues: () => Promise.resolve(Object.fromEntries(queues.map((queue) => [queue.name, queue]))),
    database: () => Promise.resolve(database),
  } as unknown as Product;
}

async function look(stores: Stores): Promise<Finding[]> {
  const product = productOf(stores);
  const examined = { follows: [], failed: false };
  const all: Examined[] = [
    { ...examined, id: 'queues', subject: 'Queues', results: await checkQueues(product) },
    { ...examined, id: 'quarantine', subject: 'Spam', results: await checkQuarantine(product) },
  ];
  return fold(all);
}

/** Looks once a minute for a day; returns the titles of what was told. */
async function watch(storesAt: (now: number) => Stores): Promise<string[]> {
  let state = nothingTold;
  const told: string[] = [];
  for (let now = midnight; now < midnight + 24 * hour; now += minute) {
    vi.setSystemTime(now);
    const decided = decide(state, await look(storesAt(now)), now, 3 * minute);
    state = decided.state;
    told.push(...decided.messages.map(({ title }) => title));
  }
  return told;
}

/** A mail that its recipient defers all day: tried every five minutes, and waiting between them. */
function deferred(now: number): Stores['mails'] {
  const attemptsMade = Math.floor((now - midnight) / (5 * minute));
  const processedOn = midnight + attemptsMade * 5 * minute;
  const job = { timestamp: midnight, attemptsMade, processedOn };
  const states = ['active', 'delayed', 'delayed', 'delayed', 'waiting'] as const;
  return { [states[((now - midnight) / minute) % 5] ?? 'delayed']: job };
}

it('tells nobody of a day with the usual mistakes of visitors', async () => {
  const told = await watch((now) => ({
    mails: deferred(now),
    // A duplicate, and what a limit has turned away, are in no store; a refused mail is done.
    held: now < midnight + hour ? [] : [new Date(midnight + hour)],
  }));
  expect(told).toEqual([]);
});

it('tells of a mail that waits for a worker all day, and of spam that nobody has looked at', async () => {
  const told = await watch(() => ({
    mails: { waiting: { timestamp: midnight, attemptsMade: 0 } },
    held: [new Date(midnight - 71 * hour)],
  }));
  expect(told).toEqual(['Warning: Queues', 'Critical: Queues', 'Warning: Spam']);
});
