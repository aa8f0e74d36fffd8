import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

import { planRedisCluster, type ClusterNode } from './redis-cluster.ts';
import { ensureRedisServer } from '../dev/redis-server.ts';
import { startOwnProcess, type OwnProcess } from './own-process.ts';
import { waitFor } from './wait-for.ts';

/** A Redis Cluster that a test may ill-treat: three masters, and a replica of each. */
export interface OwnCluster {
  url: string;
  /** The node that keeps the given key, once all nodes that answer agree on it. */
  ownerOf: (key: string) => Promise<OwnNode>;
  /** Says whether a replica may take the place of its master when that is away. */
  allowFailover: (allowed: boolean) => Promise<void>;
  stop: () => Promise<void>;
}

export interface OwnNode extends OwnProcess {
  port: number;
}

export async function startOwnCluster(): Promise<OwnCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cluster-'));
  const binary = ensureRedisServer(console.info);
  const plan = await planRedisCluster({ binary, dataDir, replicas: 3 });
  const nodes = await Promise.all(plan.nodes.map(startNode));
  await plan.join();
  const answering = () => nodes.filter((node) => node.answers());
  return {
    url: plan.url,
    ownerOf: (key) =>
      waitFor(`the nodes agree on who keeps ${key}`, async () => {
        const ports = new Set(await Promise.all(answering().map((node) => ownerPort(node, key))));
        return ports.size === 1 && answering().find(({ port }) => ports.has(port));
      }),
    async allowFailover(allowed) {
      const value = allowed ? 'no' : 'yes';
      await Promise.all(
        answering().map((node) =>
          ask(node, (redis) => redis.config('SET', 'cluster-replica-no-failover', value)),
        ),
      );
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startNode({ port, launch }: ClusterNode): Promise<OwnNode> {
  return { ...(await startOwnProcess(launch)), port };
}

function ownerPort(informant: OwnNode, key: string): Promise<number> {
  return ask(informant, async (redis) => {
    const slot = Number(await redis.call('CLUSTER', 'KEYSLOT', key));
    const ranges = (await redis.call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
    return ranges.find(([first, last]) => first <= slot && slot <= last)?.[2][1] ?? 0;
  });
}

async function ask<Answer>(
  node: OwnNode,
  question: (redis: Redis) => Promise<Answer>,
): Promise<Answer> {
  const redis = new Redis(node.port, '127.0.0.1');
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}
