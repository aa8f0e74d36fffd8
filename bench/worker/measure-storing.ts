import { withDatabase } from '../../testing/mongodb-address.ts';
import { atLeast, figure, type Figure } from '../figure.ts';
import {
  benchBundle,
  runForResult,
  startMeasured,
  startShippedWorker,
} from '../measured-process.ts';
import { fillQueue, rateBetween, watchQueue, withQueues } from '../queue.ts';
import { startStores, type Session, type Stores } from '../session.ts';
import { ratios, runRounds } from '../statistics.ts';

const contenders = ['shipped', 'shipped, mail held back', 'no-op', 'create'] as const;
type Contender = (typeof contenders)[number];

/** Submissions stored a second, beside the two things that it cannot be faster than. */
export async function measureStoring(session: Session): Promise<Figure[]> {
  const { stores, redis } = await startStores(session);
  const count = session.quick ? 2_000 : 10_000;
  const samples = await runRounds(session.quick ? 3 : 5, contenders, async (name, round) => {
    session.say(`worker: round ${round + 1}, ${name}`);
    const database = `bench-${process.pid}-${round}-${contenders.indexOf(name)}`;
    const MONGODB_URI = withDatabase(stores.MONGODB_URI, database);
    const own = { ...stores, MONGODB_URI };
    return name === 'create' ? create(session, own, count) : take(session, name, own, count);
  });
  await redis.stop();

  const { shipped, create: created, 'no-op': taken } = samples;
  const floors = created.map((rate, round) => Math.min(rate, taken[round] ?? rate));
  const heldBack = samples['shipped, mail held back'];
  const title = 'stored a second / slower floor';
  return [
    figure(title, 'times', ratios(shipped, floors), atLeast(0.6)),
    figure(`${title}, mail held back`, 'times', ratios(heldBack, floors)),
    ...contenders.map((name) => figure(`${name}: a second`, 'a second', samples[name])),
  ];
}

async function take(
  session: Session,
  name: Exclude<Contender, 'create'>,
  stores: Stores,
  count: number,
): Promise<number> {
  await withQueues(stores.REDIS_URL, async ({ notifications }, redis) => {
    await redis.flushall();
    if (name === 'shipped, mail held back') await notifications.pause();
  });
  await fillQueue(stores.REDIS_URL, count);
  const progress = watchQueue(stores.REDIS_URL, 'submissions', count);
  const worker =
    name === 'no-op'
      ? await startMeasured(session, benchBundle('worker/baselines'), { ...stores, BASELINE: name })
      : await startShippedWorker(session, stores);
  const rate = rateBetween(await progress, 0, 1);
  await worker.stop();
  return rate;
}

async function create(session: Session, stores: Stores, count: number): Promise<number> {
  const settings = { ...stores, COUNT: String(count) };
  return count / (await runForResult<number>(session, 'worker/baselines', [], settings));
}
