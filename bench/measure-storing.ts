import { automaticKinds } from '../contract/notifications.ts';
import { atLeast, column, figure, rateBetween, ratios, type Figure } from './figures.ts';
import type { Spent } from './meter.ts';
import { runFloor, startBaseline, startMeteredWorker, startShippedWorker } from './processes.ts';
import { fillQueue, watchQueue } from './queue.ts';
import { runRounds, startStores, type Session, type Stores } from './session.ts';

const floors = ['jobs', 'inserts', 'mails'] as const;
const contenders = ['shipped', 'without emails', 'metered', ...floors] as const;

/** The results of a run with queued enquiries. Rates count enquiries, not their emails. */
interface Sample {
  /**
   * Enquiries per second that the worker stored. For a baseline, those that it inserted, emailed or
   * took as jobs.
   */
  perSecond: number;
  /** Enquiries stored and emailed per second. */
  finishedPerSecond: number;
  /** CPU seconds per thousand enquiries with all their emails. */
  cpu: number;
  /** How the process spent its time, in milliseconds per enquiry. */
  spent: Spent;
}

const parts: Record<keyof Spent, string> = {
  own: 'the worker computes',
  mongodb: 'it waits for MongoDB',
  smtp: 'it waits for the mail server',
  redis: 'it waits for Redis',
  nothing: 'it has nothing to do',
};
const partNames = Object.keys(parts) as (keyof Spent)[];
const none: Spent = { own: 0, mongodb: 0, smtp: 0, redis: 0, nothing: 0 };

/**
 * Measures how many enquiries are stored and emailed per second. Compares this with the speed of
 * the three operations that limit it: jobs, inserts and emails. Also measures how much of the time
 * the worker computes, and how long it waits for the stores and the mail server.
 */
export async function measureStoring(session: Session): Promise<Figure[]> {
  const { stores, redis } = await startStores(session);
  const count = session.quick ? 1_000 : 5_000;
  const samples = await runRounds(session, 'worker', [3, 5], contenders, (name, round) => {
    const MONGODB_URI = `${stores.MONGODB_URI}-${round}-${contenders.indexOf(name)}`;
    return run(session, name, { ...stores, MONGODB_URI }, count);
  });
  await redis.stop();

  const rates = (name: (typeof contenders)[number]) => column(samples[name], 'perSecond');
  // A single process does all of these operations, so they take as long as if done in sequence.
  const inSequence = (...names: (typeof floors)[number][]) =>
    samples.shipped.map((_, round) => {
      const times = names.map((name) => 1 / (rates(name)[round] ?? 0));
      return 1 / times.reduce((sum, time) => sum + time);
    });
  const finished = column(samples.shipped, 'finishedPerSecond');
  const ofStoring = inSequence('jobs', 'inserts');
  const title = 'stored a second / an empty job, then an insert';
  const spent = samples.metered.map((sample) => sample.spent);
  const wholes = spent.map((one) => partNames.reduce((sum, part) => sum + one[part], 0));
  const sharesOf = (part: keyof Spent) =>
    ratios(column(spent, part), wholes).map((share) => 100 * share);
  return [
    figure(
      `${title}, without emails`,
      'times',
      ratios(rates('without emails'), ofStoring),
      atLeast(0.6),
    ),
    figure(`${title}, with emails`, 'times', ratios(rates('shipped'), ofStoring)),
    figure(
      'stored and emailed a second / a job, an insert, then the emails',
      'times',
      ratios(finished, inSequence(...floors)),
      // The target is low because each email is also a job and must be marked as sent.
      atLeast(0.45),
    ),
    ...(['shipped', 'without emails', ...floors] as const).map((name) =>
      figure(`${name}: enquiries a second`, 'a second', rates(name)),
    ),
    figure('shipped: stored and emailed a second', 'a second', finished),
    figure('CPU time of 1,000 with their emails', 's', column(samples.shipped, 'cpu')),
    figure('an enquiry with its emails, metered', 'ms', wholes),
    ...partNames.map((part) => figure(`of which ${parts[part]}`, 'of 100', sharesOf(part))),
  ];
}

async function run(
  session: Session,
  name: (typeof contenders)[number],
  stores: Stores,
  count: number,
): Promise<Sample> {
  const others = { finishedPerSecond: 0, cpu: 0, spent: none };
  const onlyRate = (perSecond: number) => ({ ...others, perSecond });
  if (name === 'inserts' || name === 'mails') {
    return onlyRate(count / (await runFloor(session, name, stores, count)));
  }
  const holdMail = name === 'without emails';
  await fillQueue(stores.REDIS_URL, count, { holdMail });
  const stored = watchQueue(stores.REDIS_URL, 'submissions', count);
  if (name === 'jobs') {
    const taker = await startBaseline(session, 'worker', name, stores);
    const rate = rateBetween(await stored, 0, 1);
    await taker.stop();
    return onlyRate(rate);
  }
  const mails = holdMail ? 0 : count * automaticKinds.length;
  const mailed = watchQueue(stores.REDIS_URL, 'notifications', mails);
  const worker =
    name === 'metered'
      ? await startMeteredWorker(session, stores)
      : { ...(await startShippedWorker(session, stores)), spent: () => Promise.resolve(none) };
  const [cpuBefore, before] = [await worker.cpu(), await worker.spent()];
  const perSecond = rateBetween(await stored, 0, 1);
  const ofMails = await mailed;
  const [cpuAfter, after] = [await worker.cpu(), await worker.spent()];
  await worker.stop();
  const spent = partNames.map((part) => [part, (after[part] - before[part]) / count]);
  return {
    perSecond,
    finishedPerSecond: holdMail ? 0 : rateBetween(ofMails, 0, 1) / automaticKinds.length,
    cpu: ((cpuAfter - cpuBefore) * 1_000) / count,
    spent: Object.fromEntries(spent) as Spent,
  };
}
