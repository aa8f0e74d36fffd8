import { startOwnRedis } from '../testing/own-redis.ts';
import { atMost, figure, percentile, type Figure } from './figures.ts';
import { bundleProcesses, runFlood, startShippedApi } from './processes.ts';
import type { Session } from './session.ts';

/** Far more than the site gets, so that the sample is large enough. */
const honestPerSecond = 5;

interface Options {
  /** Hostile requests a second. */
  rate: number;
  seconds: number;
}

/** `npm run bench -- hostile`: whether visitors get through during a flood. */
export async function measureHostile(
  session: Session,
  { rate, seconds }: Options,
): Promise<Figure[]> {
  await bundleProcesses();
  const redis = session.keep(await startOwnRedis());
  const { url, cpu } = await startShippedApi(session, redis.url, { TRUSTED_PROXY_HOPS: '1' });
  session.say(`hostile: ${rate} requests a second for ${seconds} s`);
  const before = await cpu();
  const flooding = runFlood(session, { url, side: 'hostile', perSecond: rate, seconds, delay: 2 });
  // They start after the flood and end before it.
  const visits = { perSecond: honestPerSecond, seconds: seconds - 2, delay: 3 };
  const honest = await runFlood(session, { url, side: 'honest', ...visits });
  const hostile = await flooding;
  const used = (await cpu()) - before;

  const answered = Object.entries(hostile.statuses).filter(([status]) => status !== 'none');
  const total = answered.reduce((sum, [, count]) => sum + count, 0);
  const latency = (percent: number) => [percentile(honest.latencies, percent)];
  const refused = honest.begun - (honest.statuses[202] ?? 0);
  return [
    figure('honest enquiries', 'enquiries', [honest.begun]),
    figure('honest enquiries not answered with 202', 'enquiries', [refused], atMost(0)),
    figure('honest: p50', 'ms', latency(50)),
    figure('honest: p99', 'ms', latency(99), atMost(1_000)),
    figure('honest: maximum', 'ms', latency(100)),
    figure(`hostile answered, of ${rate}`, 'a second', [total / hostile.seconds]),
    figure('CPU time of the API per request', 'ms', [(used * 1_000) / (total + honest.begun)]),
    ...Object.entries(hostile.statuses).map(([status, count]) =>
      figure(`hostile: ${status}`, '', [count]),
    ),
    ...Object.entries(honest.statuses).map(([status, count]) =>
      figure(`honest: ${status}`, '', [count]),
    ),
  ];
}
