import { atLeast, figure, type Figure } from '../figure.ts';
import type { MeasuredProcess } from '../measured-process.ts';
import { sendLoad } from '../load/send-load.ts';
import { runRounds } from '../rounds.ts';
import type { Session } from '../session.ts';
import { ratios } from '../statistics.ts';
import { startMail, startMongodb, startRedis } from '../stores.ts';
import { baselines, contenders, startBaseline, startShippedApi } from './contenders.ts';

const connections = 32;

interface Sample {
  perCpuSecond: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/** The API as shipped beside what people would write instead, at the same load. */
export async function measureAccepts(session: Session): Promise<Figure[]> {
  const redis = await startRedis(session);
  const mail = await startMail(session);
  const stores = {
    REDIS_URL: redis.url,
    MONGODB_URI: await startMongodb(session),
    SMTP_URL: mail.url,
  };
  const processes: Record<string, MeasuredProcess> = {
    shipped: await startShippedApi(session, redis.url),
  };
  for (const name of baselines) processes[name] = await startBaseline(session, name, stores);

  const requests = session.quick ? 3_000 : 8_000;
  for (const name of contenders) await measure(session, processes[name], 3_000);
  const samples = await runRounds(session.quick ? 3 : 7, contenders, (name, round) => {
    session.say(`api: round ${round + 1}, ${name}`);
    return measure(session, processes[name], name === 'tutorial' ? requests / 5 : requests);
  });
  for (const process of Object.values(processes)) await process.stop();
  await redis.stop();

  const { shipped, empty, tutorial } = samples;
  const all = (of: Sample[], key: keyof Sample) => of.map((sample) => sample[key]);
  const cpu = (of: Sample[]) => all(of, 'perCpuSecond');
  return [
    ...baselines.map((name) =>
      figure(
        `accepts per CPU second: shipped / ${name}`,
        'times',
        ratios(cpu(shipped), cpu(samples[name])),
        name === 'empty' ? atLeast(0.7) : undefined,
      ),
    ),
    figure(
      'requests per second: shipped / tutorial',
      'times',
      ratios(all(shipped, 'perSecond'), all(tutorial, 'perSecond')),
      atLeast(3),
    ),
    figure(
      'requests per second: shipped / empty',
      'times',
      ratios(all(shipped, 'perSecond'), all(empty, 'perSecond')),
    ),
    ...contenders.flatMap((name) => [
      figure(`${name}: accepts per CPU second`, 'a second', cpu(samples[name])),
      figure(`${name}: p50 with ${connections} clients`, 'ms', all(samples[name], 'p50')),
      figure(`${name}: p99 with ${connections} clients`, 'ms', all(samples[name], 'p99')),
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
  const load = await sendLoad(session, {
    url: process.url,
    requests,
    pace: { connections },
    status: 202,
  });
  const after = await process.read();
  return {
    perCpuSecond: requests / (after.cpu - before.cpu),
    perSecond: requests / load.seconds,
    p50: load.p50,
    p99: load.p99,
  };
}
