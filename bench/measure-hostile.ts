import { contactPath } from '../contract/api.ts';
import { startOwnRedis } from '../testing/own-redis.ts';
import { atMost, figure, type Figure } from './figures.ts';
import { bundleProcesses, sendCrowd, sendSlowly, startShippedApi } from './processes.ts';
import type { Session } from './session.ts';

/** Far more than the site gets, so that the sample is large enough. */
const honestPerSecond = 5;

/** Connections that send one byte of a body. */
const slowConnections = 4_600;

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
  const send = (side: 'attackers' | 'visitors', perSecond: number, from: number, until: number) => {
    const requests = perSecond * (until - from);
    return sendCrowd(session, { urls: [url], side, requests, pace: { perSecond }, delay: from });
  };
  const flooding = send('attackers', rate, 2, 2 + seconds);
  // They start after the flood and end before it.
  const honest = await send('visitors', honestPerSecond, 3, 1 + seconds);
  const hostile = await flooding;
  const used = (await cpu()) - before;

  const slow = [];
  for (const networks of [1, 50]) {
    session.say(`hostile: ${slowConnections} slow bodies from ${networks} networks`);
    const urls = [`${url}${contactPath}`];
    const attack = { urls, connections: slowConnections, networks, seconds: 16 };
    const attacking = sendSlowly(session, attack);
    const visits = await send('visitors', honestPerSecond, 3, 15);
    const { most } = await attacking;
    const about = `slow bodies from ${networks} networks`;
    slow.push(
      figure(`${about}: connections open at once`, '', [most]),
      figure(`${about}: honest not answered with 202`, 'enquiries', [visits.failed], atMost(0)),
      figure(`${about}: honest, p99`, 'ms', [visits.p99], atMost(500)),
    );
  }

  const sent = honestPerSecond * (seconds - 2);
  const answered = rate * seconds - (hostile.statuses.none ?? 0);
  return [
    figure('honest enquiries', 'enquiries', [sent]),
    figure('honest enquiries not answered with 202', 'enquiries', [honest.failed], atMost(0)),
    figure('honest: p50', 'ms', [honest.p50]),
    figure('honest: p99', 'ms', [honest.p99], atMost(1_000)),
    figure('honest: maximum', 'ms', [honest.longest]),
    figure(`hostile answered, of ${rate}`, 'a second', [answered / hostile.seconds]),
    figure('CPU time of the API per request', 'ms', [(used * 1_000) / (answered + sent)]),
    ...slow,
    ...Object.entries({ hostile, honest }).flatMap(([side, { statuses }]) =>
      Object.entries(statuses).map(([status, count]) => figure(`${side}: ${status}`, '', [count])),
    ),
  ];
}
