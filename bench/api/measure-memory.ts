import { Redis } from 'ioredis';

import { figure, type Figure } from '../figure.ts';
import { sendLoad } from '../load/send-load.ts';
import type { Session } from '../session.ts';
import { startRedis } from '../stores.ts';
import { startShippedApi } from './contenders.ts';

/** What an enquiry costs Redis while it waits, all its keys included. */
export async function measureMemory(session: Session): Promise<Figure[]> {
  session.say('api: memory of enquiries that wait');
  const redis = await startRedis(session);
  const api = await startShippedApi(session, redis.url);
  const send = (requests: number) =>
    sendLoad(session, { url: api.url, requests, pace: { connections: 32 }, status: 202 });
  // What Redis takes once, for its scripts and connections, is not the enquiries'.
  await send(1_000);
  const before = await usedMemory(redis.url);
  const requests = session.quick ? 2_000 : 20_000;
  await send(requests);
  const perEnquiry = ((await usedMemory(redis.url)) - before) / requests;
  await api.stop();
  await redis.stop();
  return [figure('Redis memory of an enquiry that waits', 'bytes', [perEnquiry])];
}

async function usedMemory(url: string): Promise<number> {
  const redis = new Redis(url);
  try {
    const [, bytes = ''] = /^used_memory:(\d+)/m.exec(await redis.info('memory')) ?? [];
    return Number(bytes);
  } finally {
    redis.disconnect();
  }
}
