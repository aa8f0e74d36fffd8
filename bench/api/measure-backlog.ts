import { atLeast, figure, type Figure } from '../figure.ts';
import { fillQueue } from '../fill-queue.ts';
import { sendLoad } from '../load/send-load.ts';
import { runRounds } from '../rounds.ts';
import type { Session } from '../session.ts';
import { ratios } from '../statistics.ts';
import { startRedis } from '../stores.ts';
import { startShippedApi } from './contenders.ts';

const connections = 32;

/** Whether the API slows down while enquiries pile up because no worker runs. */
export async function measureBacklog(session: Session): Promise<Figure[]> {
  const requests = session.quick ? 1_500 : 5_000;
  const sizes = ['0', '10000', session.quick ? '50000' : '500000'] as const;
  const urls = new Map<string, string>();
  for (const size of sizes) {
    session.say(`api: filling a queue with ${size} enquiries`);
    const redis = await startRedis(session);
    await fillQueue(redis.url, Number(size));
    const api = await startShippedApi(session, redis.url);
    urls.set(size, api.url);
  }
  const run = async (size: string) => {
    const url = urls.get(size) ?? '';
    const { seconds } = await sendLoad(session, {
      url,
      requests,
      pace: { connections },
      status: 202,
    });
    return requests / seconds;
  };
  for (const size of sizes) await run(size);
  const samples = await runRounds(session.quick ? 3 : 7, sizes, (size, round) => {
    session.say(`api: ${size} waiting, round ${round + 1}`);
    return run(size);
  });
  return sizes
    .slice(1)
    .map((size) =>
      figure(
        `requests per second: ${size} waiting / none`,
        'times',
        ratios(samples[size], samples['0']),
        atLeast(0.9),
      ),
    );
}
