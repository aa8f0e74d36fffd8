import { join } from 'node:path';

import { findFreePort } from '../../dev/ports.ts';
import { planRedisCluster } from '../../dev/redis-cluster.ts';
import { ensureRedisServer, startRedisServer } from '../../dev/redis-server.ts';
import { startMember, type Member } from './member.ts';

/** Starts one Redis, or three that are a cluster. Killing any of the three stops the cluster. */
export async function startRedisMembers(
  dataDir: string,
  onCluster: boolean,
): Promise<{ redisUrl: string; members: Member[] }> {
  const binary = ensureRedisServer(console.error);
  const folder = join(dataDir, 'redis');
  if (onCluster) {
    const plan = await planRedisCluster({ binary, dataDir: folder });
    const members = await Promise.all(plan.nodes.map(({ launch }) => startMember(launch)));
    await plan.join();
    return { redisUrl: plan.url, members };
  }
  const port = await findFreePort();
  const redis = await startMember(() => startRedisServer({ binary, port, dataDir: folder }));
  return { redisUrl: `redis://127.0.0.1:${port}`, members: [redis] };
}
