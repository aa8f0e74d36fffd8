import type { Job } from 'bullmq';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { ProcessSeen } from '../../platform/heartbeat.ts';
import { examine } from '../doctor/examine.ts';
import type { Product } from '../doctor/finding.ts';
import { decide, emptyAlertState } from './alert-state.ts';

const minute = 60_000;
const hour = 60 * minute;
const midnight = Date.UTC(2026, 10, 22);
const at = (hours: number) => midnight + hours * hour;
const queuePrefix = '{quiet}';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

type WaitingJob = Pick<Job, 'timestamp' | 'attemptsMade' | 'opts'> & { processedOn?: number };

/** What is unusual in a minute of the day. */
interface Moment {
  mails?: Partial<Record<'waiting' | 'active' | 'delayed', WaitingJob>>;
  /** When each quarantined enquiry arrived; none has been viewed. */
  quarantined?: Date[];
  down?: ('redis' | 'mongodb')[];
  /** The processes that are dead, and when each was killed. */
  dead?: Partial<Record<ProcessSeen['service'], number>>;
}

const services = ['api', 'worker', 'office'] as const;

function redisAt(now: number, { dead = {} }: Moment) {
  const ways: Record<string, Record<string, string>> = {
    [`${queuePrefix}:processes`]: Object.fromEntries(
      services.map((service) => {
        const seenAt = dead[service] ?? now;
        const about = { id: service, service, version: '1.0.0', host: service, startedAt: 0 };
        return [service, JSON.stringify({ ...about, seenAt, clock: seenAt })];
      }),
    ),
  };
  const keys: Record<string, string> = {
    [`${queuePrefix}:alerts`]: JSON.stringify({ ...emptyAlertState, savedAt: now - minute }),
  };
  const settings: Record<string, string> = {
    ...{ appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' },
  };
  return {
    set: () => Promise.resolve('OK'),
    time: () => Promise.resolve([Math.floor(now / 1_000), 0]),
    info: () => Promise.resolve('used_memory:10\r\nmaxmemory:100\r\naof_last_write_status:ok\r\n'),
    config: (_get: string, name: string) => Promise.resolve([name, settings[name]]),
    get: (key: string) => Promise.resolve(keys[key] ?? null),
    hgetall: (key: string) => Promise.resolve(ways[key] ?? {}),
    zcount: () => Promise.resolve(0),
  };
}

function queuesAt({ mails = {}, dead = {} }: Moment) {
  const queues = ['submissions', 'notifications', 'maintenance'].map((name) => {
    const jobs: NonNullable<Moment['mails']> = name === 'notifications' ? mails : {};
    return {
      name,
      getJobCounts: () =>
        Promise.resolve(Object.fromEntries(Object.keys(jobs).map((state) => [state, 1]))),
      getJobs: (states: (keyof typeof jobs)[]) =>
        Promise.resolve(states.flatMap((state) => jobs[state] ?? [])),
      getCompleted: () => Promise.resolve([]),
      getFailedCount: () => Promise.resolve(0),
      isPaused: () => Promise.resolve(false),
      getWorkersCount: () => Promise.resolve(dead.worker === undefined ? 1 : 0),
    };
  });
  return Object.fromEntries(queues.map((queue) => [queue.name, queue]));
}

function databaseAt(now: number, { quarantined = [] }: Moment) {
  const documents = quarantined.map((createdAt, index) => ({ _id: String(index), createdAt }));
  const cursor = () => documents;
  const query = { sort: () => query, select: () => query, lean: () => query, exec, cursor };
  // No email and no webhook has failed.
  const isOfEmails = (filter: object) =>
    'notifications.staff.status' in filter || 'webhook.status' in filter;
  const nothing = { limit: () => nothing, select: () => nothing, lean: () => [] };
  function exec() {
    return Promise.resolve(documents);
  }
  const done = () => Promise.resolve();
  const model = {
    schema: { indexes: () => [[{ at: 1 }, {}]] },
    collection: { collectionName: 'x', indexes: () => Promise.resolve([{ key: { at: 1 } }]) },
    find: (filter: object) => (isOfEmails(filter) ? nothing : query),
    countDocuments: (filter: object) => {
      const count = Promise.resolve(isOfEmails(filter) ? 0 : documents.length);
      return Object.assign(count, { exec: () => count });
    },
    db: {
      models: {},
      collection: () => ({
        updateOne: done,
        deleteOne: done,
        findOne: () => Promise.resolve(null),
      }),
      db: { command: () => Promise.resolve({ fsUsedSize: 10, fsTotalSize: 100 }) },
    },
  };
  const models = ['submissions', 'users', 'sessions', 'passkeys', 'tokens', 'personRequests'];
  return {
    ...Object.fromEntries(models.map((name) => [name, model])),
    audit: { read: () => Promise.resolve([]) },
    now: () => Promise.resolve(now),
  };
}

/** The stores at a moment. The site is not checked, and emails are written to a folder. */
function productAt(now: number, moment: Moment): Product {
  const down = (store: 'redis' | 'mongodb') => moment.down?.includes(store) === true;
  const unless = <Store>(isDown: boolean, store: Store) =>
    isDown ? Promise.reject(new Error('It is down.')) : Promise.resolve(store);
  return {
    redis: () => unless(down('redis'), redisAt(now, moment)),
    queues: () => unless(down('redis'), queuesAt(moment)),
    database: () => unless(down('mongodb'), databaseAt(now, moment)),
    queuePrefix,
    outboxDir: '.',
    dataDir: '/not/there',
    hasAlertTarget: true,
    production: false,
  } as unknown as Product;
}

/** Runs the checks once a minute, as the enquiries desk does. Returns the titles of the alerts. */
async function watch(momentAt: (now: number) => Moment, hours = 24): Promise<string[]> {
  let state = emptyAlertState;
  const alerts: string[] = [];
  for (let now = midnight; now < at(hours); now += minute) {
    vi.setSystemTime(now);
    const findings = await examine(productAt(now, momentAt(now)));
    const decided = decide(state, findings, now, 3 * minute);
    state = decided.state;
    alerts.push(...decided.messages.map(({ title }) => title));
  }
  return alerts;
}

/** An email that the mail server defers all day: retried every five minutes. */
function deferred(now: number): NonNullable<Moment['mails']> {
  const attemptsMade = Math.floor((now - midnight) / (5 * minute));
  const processedOn = midnight + attemptsMade * 5 * minute;
  const job = { timestamp: midnight, attemptsMade, processedOn, opts: {} };
  const states = ['active', 'delayed', 'delayed', 'delayed', 'waiting'] as const;
  return { [states[((now - midnight) / minute) % 5] ?? 'delayed']: job };
}

/**
 * Returns the given moment for a number of minutes from the hour `from`, and an ordinary moment at
 * all other times of the day.
 */
function during(now: number, from: number, minutes: number, moment: Moment): Moment {
  const since = now - midnight - from * hour;
  return since >= 0 && since < minutes * minute ? moment : {};
}

it('sends no alert on a day with only the usual mishaps', async () => {
  const alerts = await watch((now) => ({
    mails: deferred(now),
    // Leaves out rate-limited requests, rejected forms and duplicates, which the checks cannot see,
    // and emails that a visitor's mailbox refuses, which need no further work.
    quarantined: now < at(1) ? [] : [new Date(at(1))],
    ...during(now, 2, 2, { dead: { api: at(2) } }),
    ...during(now, 4, 2, { dead: { worker: at(4) } }),
    ...during(now, 6, 2, { dead: { office: at(6) } }),
    ...during(now, 8, 2, { down: ['redis'] }),
    ...during(now, 10, 2, { down: ['mongodb'] }),
  }));
  expect(alerts).toEqual([]);
});

it('alerts if an email waits for a worker all day, or if nobody reviews spam', async () => {
  const alerts = await watch(() => ({
    mails: { waiting: { timestamp: midnight, attemptsMade: 0, opts: {} } },
    quarantined: [new Date(midnight - 71 * hour)],
  }));
  expect(alerts).toEqual(['Warning: Queues', 'Critical: Queues', 'Warning: Quarantine']);
});

it.each<[string, Moment, string]>([
  ['the API', { dead: { api: at(2) } }, 'API process'],
  ['the worker', { dead: { worker: at(2) } }, 'Worker'],
  ['the enquiries desk', { dead: { office: at(2) } }, 'Enquiries desk process'],
  ['Redis', { down: ['redis'] }, 'Redis'],
  ['MongoDB', { down: ['mongodb'] }, 'MongoDB'],
])(
  'alerts once when %s is down for a while, and once when it is back',
  async (_name, moment, subject) => {
    const alerts = await watch((now) => during(now, 2, 5, moment), 3);
    expect(alerts).toEqual([`Critical: ${subject}`, `Resolved: ${subject}`]);
  },
);
