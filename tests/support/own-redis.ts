import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

import { findFreePort } from './free-port.ts';
import { prepareRedis } from '../../dev/stores.ts';
import { createOwnProcess } from './own-process.ts';

/** @param folder where `stop` keeps the files. By default, they are temporary. */
export async function startOwnRedis(settings: string[] = [], folder?: string) {
  const port = await findFreePort();
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'own-redis-')));
  const server = prepareRedis({ port, dataDir, settings });
  const ownProcess = createOwnProcess(server, folder ? undefined : dataDir);
  await ownProcess.start();
  return {
    ...ownProcess,
    url: server.url,
    ask: async <Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer> => {
      const redis = new Redis(port, '127.0.0.1');
      try {
        return await question(redis);
      } finally {
        redis.disconnect();
      }
    },
  };
}
