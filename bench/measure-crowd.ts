import { atMost, figure, type Figure } from './figures.ts';
import type { LoadResult } from './load-generator.ts';
import { bundleProcesses, sendCrowd, startShippedApi } from './processes.ts';
import { fetchNodeOfImages } from './runtimes.ts';
import type { Session } from './session.ts';
import { startOwnCluster } from '../testing/own-cluster.ts';
import { startOwnRedis } from '../testing/own-redis.ts';

/** The arrival rates: enquiries started per second, without waiting for responses. */
const rates = [10, 100, 500, 1_000, 2_000, 4_000, 8_000];

const arrangements = {
  'one API': { apis: 1, cluster: false },
  'two APIs': { apis: 2, cluster: false },
  'two APIs, Redis Cluster': { apis: 2, cluster: true },
};

/** `npm run bench -- crowd`: response times by arrival rate. */
export async function measureCrowd(session: Session): Promise<Figure[]> {
  await bundleProcesses();
  const runtime = fetchNodeOfImages();
  const figures: Figure[] = [];
  for (const [name, { apis, cluster }] of Object.entries(arrangements)) {
    const redis = session.keep(cluster ? await startOwnCluster(0) : await startOwnRedis());
    const servers = [];
    for (let number = 0; number < apis; number += 1) {
      servers.push(await startShippedApi(session, redis.url, undefined, runtime));
    }
    const urls = servers.map(({ url }) => url);
    await sendCrowd(session, { urls, requests: 2_000, pace: { connections: 32 } });
    for (const perSecond of rates) {
      const seconds = session.quick ? 5 : 20;
      session.say(`crowd: ${name}, ${perSecond} a second for ${seconds} s`);
      const requests = perSecond * seconds;
      const result = await sendCrowd(session, { urls, requests, pace: { perSecond } });
      figures.push(...describe(name, perSecond, requests, result));
      if (bends(perSecond, requests, result)) break;
    }
    for (const server of servers) await server.stop();
    await redis.stop();
  }
  return figures;
}

/**
 * Whether over 1 % of requests fail, half take over a second, or the rate of responses is below
 * 80 % of the rate of requests.
 */
function bends(perSecond: number, requests: number, { p50, seconds, failed }: LoadResult): boolean {
  return failed > requests / 100 || p50 > 1_000 || requests / seconds < 0.8 * perSecond;
}

function describe(
  name: string,
  perSecond: number,
  requests: number,
  { p50, p99, p999, failed, seconds }: LoadResult,
): Figure[] {
  const title = `${name}, ${perSecond} a second`;
  // Only the lowest rate has a target, because the machine can be too slow for higher rates.
  const errors = perSecond === rates[0] ? atMost(0) : undefined;
  return [
    figure(`${title}: p50`, 'ms', [p50]),
    figure(`${title}: p99`, 'ms', [p99]),
    figure(`${title}: p99.9`, 'ms', [p999]),
    figure(`${title}: failed, of ${requests}`, 'enquiries', [failed], errors),
    figure(`${title}: answered`, 'a second', [requests / seconds]),
  ];
}
