import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

import { isRunning } from '../../dev/children.ts';
import { planRedisCluster, type ClusterNode } from '../../dev/redis-cluster.ts';
import { ensureRedisServer } from '../../dev/redis-server.ts';

/** A Redis Cluster that a test may ill-treat: three masters, and a replica of each. */
export interface OwnCluster {
  url: string;
  /** The running node that keeps the given key. */
  ownerOf(key: string): Promise<OwnNode>;
  stop(): Promise<void>;
}

export interface OwnNode {
  port: number;
  isUp(): boolean;
  kill(): Promise<void>;
  /** Makes it hang: connections stand, nothing is answered. */
  hang(): void;
  /** Ends a hang, or starts it again. */
  revive(): Promise<void>;
}

export async function startOwnCluster(): Promise<OwnCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cluster-'));
  const binary = ensureRedisServer(console.info);
  const plan = await planRedisCluster({ binary, dataDir, replicas: 3 });
  const nodes = await Promise.all(plan.nodes.map(startNode));
  await plan.join();
  return {
    url: plan.url,
    async ownerOf(key) {
      // A replica knows best: it was never away while another took its place.
      const port = await ownerPort(nodes.filter((node) => node.isUp()).reverse(), key);
      const owner = nodes.find((node) => node.port === port);
      if (!owner) throw new Error(`No node keeps ${key}.`);
      return owner;
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startNode({ port, launch }: ClusterNode): Promise<OwnNode> {
  let child = await launch();
  return {
    port,
    isUp: () => isRunning(child),
    async kill() {
      if (!isRunning(child)) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    hang: () => void child.kill('SIGSTOP'),
    async revive() {
      if (isRunning(child)) child.kill('SIGCONT');
      else child = await launch();
    },
  };
}

async function ownerPort([informant]: OwnNode[], key: string): Promise<number> {
  const redis = new Redis(informant?.port ?? 0, '127.0.0.1');
  try {
    const slot = Number(await redis.call('CLUSTER', 'KEYSLOT', key));
    const ranges = (await redis.call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
    return ranges.find(([first, last]) => first <= slot && slot <= last)?.[2][1] ?? 0;
  } finally {
    redis.disconnect();
  }
}
