import { setTimeout as sleep } from 'node:timers/promises';

import { figure, type Figure } from '../figure.ts';
import { sendLoad } from '../load/send-load.ts';
import { runRounds } from '../rounds.ts';
import type { Session } from '../session.ts';
import { startRedis } from '../stores.ts';
import { startShippedApi } from './contenders.ts';

/** How soon visitors are told that their enquiry cannot be taken while Redis is down. */
export async function measureOutage(session: Session): Promise<Figure[]> {
  const redis = await startRedis(session);
  const api = await startShippedApi(session, redis.url);
  await redis.stop();
  await sleep(500);
  const load = {
    url: api.url,
    requests: session.quick ? 50 : 200,
    pace: { connections: 1 },
    status: 503,
  };
  const { shipped } = await runRounds(session.quick ? 2 : 5, ['shipped'], (_name, round) => {
    session.say(`api: Redis is down, round ${round + 1}`);
    return sendLoad(session, load);
  });
  await api.stop();
  return [
    figure(
      '503 while Redis is down, p50',
      'ms',
      shipped.map(({ p50 }) => p50),
    ),
    figure(
      '503 while Redis is down, slowest',
      'ms',
      shipped.map(({ slowest }) => slowest),
    ),
  ];
}
