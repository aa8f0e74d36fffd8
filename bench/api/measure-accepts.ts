import { atLeast, figure, type Figure } from '../figure.ts';
import { sendLoad } from '../load/send-load.ts';
import {
  benchBundle,
  startMeasured,
  startShippedApi,
  type MeasuredProcess,
} from '../measured-process.ts';
import { startStores, type Session } from '../session.ts';
import { ratios, runRounds } from '../statistics.ts';

const connections = 32;
const baselines = ['empty', 'zod', 'queue', 'tutorial'] as const;
const contenders = ['shipped', ...baselines] as const;

interface Sample {
  perCpuSecond: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/** The API as shipped beside what people would write instead, at the same load. */
export async function measureAccepts(session: Session): Promise<Figure[]> {
  const { stores, redis } = await startStores(session);
  const processes: Record<string, MeasuredProcess> = {
    shipped: await startShippedApi(session, redis.url),
  };
  for (const name of baselines) {
    const settings = { ...stores, BASELINE: name };
    processes[name] = await startMeasured(session, benchBundle('api/baselines'), settings);
  }

  const requests = session.quick ? 3_000 : 8_000;
  for (const name of contenders) await measure(session, processes[name], 3_000);
  const samples = await runRounds(session.quick ? 3 : 7, contenders, (name, round) => {
    session.say(`api: round ${round + 1}, ${name}`);
    return measure(session, processes[name], name === 'tutorial' ? requests / 5 : requests);
  });
  for (const process of Object.values(processes)) await process.stop();
  await redis.stop();

  const all = (name: keyof typeof samples, key: keyof Sample) =>
    samples[name].map((sample) => sample[key]);
  const compare = (name: keyof typeof samples, key: keyof Sample) =>
    ratios(all('shipped', key), all(name, key));
  const cpu = 'accepts per CPU second';
  const speed = 'requests per second: shipped / tutorial';
  return [
    figure(`${cpu}: shipped / empty`, 'times', compare('empty', 'perCpuSecond'), atLeast(0.7)),
    ...baselines
      .slice(1)
      .map((name) => figure(`${cpu}: shipped / ${name}`, 'times', compare(name, 'perCpuSecond'))),
    figure(speed, 'times', compare('tutorial', 'perSecond'), atLeast(3)),
    ...contenders.flatMap((name) => [
      figure(`${name}: ${cpu}`, 'a second', all(name, 'perCpuSecond')),
      figure(`${name}: p50 with ${connections} clients`, 'ms', all(name, 'p50')),
      figure(`${name}: p99 with ${connections} clients`, 'ms', all(name, 'p99')),
    ]),
  ];
}

async function measure(
  session: Session,
  process: MeasuredProcess | undefined,
  requests: number,
): Promise<Sample> {
  if (!process) throw new Error('A contender has not been started.');
  const before = await process.read();
  const load = await sendLoad(session, { url: process.url, requests, pace: { connections } });
  const after = await process.read();
  return {
    perCpuSecond: requests / (after.cpu - before.cpu),
    perSecond: requests / load.seconds,
    p50: load.p50,
    p99: load.p99,
  };
}
