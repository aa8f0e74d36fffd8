import { atMost, figure, type Figure } from '../figure.ts';
import { sendLoad } from '../load/send-load.ts';
import { runRounds } from '../rounds.ts';
import type { Session } from '../session.ts';
import { startRedis } from '../stores.ts';
import { startShippedApi } from './contenders.ts';

const rate = 300;

/** How long visitors wait while a single process takes far more enquiries than it ever will. */
export async function measureSteadyRate(session: Session): Promise<Figure[]> {
  const redis = await startRedis(session);
  const api = await startShippedApi(session, redis.url);
  const load = { url: api.url, pace: { perSecond: rate }, status: 202 };
  await sendLoad(session, { ...load, requests: rate });
  const { shipped } = await runRounds(session.quick ? 2 : 5, ['shipped'], (_name, round) => {
    session.say(`api: ${rate} requests a second, round ${round + 1}`);
    return sendLoad(session, { ...load, requests: rate * (session.quick ? 3 : 10) });
  });
  await api.stop();
  await redis.stop();
  return [
    figure(
      `p50 at ${rate} requests a second`,
      'ms',
      shipped.map(({ p50 }) => p50),
    ),
    figure(
      `p99 at ${rate} requests a second`,
      'ms',
      shipped.map(({ p99 }) => p99),
      atMost(50),
    ),
  ];
}
