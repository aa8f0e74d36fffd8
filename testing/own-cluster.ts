import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

import { findFreePort } from '../dev/ports.ts';
import { startOwnRedis } from './own-redis.ts';
import { waitFor } from './wait-for.ts';

const masters = 3;
const slots = 16_384;

export type OwnNode = Awaited<ReturnType<typeof startNode>>;

/**
 * A disposable Redis Cluster for tests that kill or pause nodes: three masters, each with one
 * replica, or without replicas if `replicas` is 0.
 */
export async function startOwnCluster(replicas = masters) {
  const dataDir = await mkdtemp(join(tmpdir(), 'cluster-'));
  const folders = Array.from({ length: masters + replicas }, (_, index) => `node-${index}`);
  const nodes = await Promise.all(folders.map((folder) => startNode(join(dataDir, folder))));
  await joinNodes(nodes);
  const answering = () => nodes.filter((node) => node.answers());
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    nodes,
    /** Waits until all reachable nodes agree which node owns a key, and returns that node. */
    ownerOf: (key: string) =>
      waitFor(`the nodes agree on the owner of ${key}`, async () => {
        const ports = new Set(await Promise.all(answering().map((node) => ownerPort(node, key))));
        return ports.size === 1 && answering().find(({ port }) => ports.has(port));
      }),
    /** Sets whether replicas may be promoted while their master is down. */
    allowFailover: async (allowed: boolean) => {
      const value = allowed ? 'no' : 'yes';
      await Promise.all(
        answering().map((node) =>
          node.ask((redis) => redis.config('SET', 'cluster-replica-no-failover', value)),
        ),
      );
    },
    stop: async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startNode(folder: string) {
  const busPort = await findFreePort();
  const settings = [
    ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
    ...['--cluster-node-timeout', '1500', '--cluster-allow-replica-migration', 'no'],
    // Lets a new replica be promoted immediately.
    ...['--repl-diskless-sync-delay', '0', '--cluster-replica-validity-factor', '0'],
  ];
  const redis = await startOwnRedis(settings, folder);
  return { ...redis, busPort, port: Number(new URL(redis.url).port) };
}

function ownerPort(informant: OwnNode, key: string): Promise<number> {
  return informant.ask(async (redis) => {
    const slot = Number(await redis.call('CLUSTER', 'KEYSLOT', key));
    const ranges = (await redis.call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
    return ranges.find(([first, last]) => first <= slot && slot <= last)?.[2][1] ?? 0;
  });
}

/** Joins servers into a cluster. `nodes` has the masters, then their replicas in the same order. */
async function joinNodes(nodes: OwnNode[]): Promise<void> {
  const clients = nodes.map(({ port }) => new Redis(port, '127.0.0.1'));
  try {
    for (const [index, client] of clients.entries()) {
      await client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
      if (index < masters) await addSlots(client, index);
      for (const { port, busPort } of nodes.slice(0, index)) {
        await client.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
      }
    }
    await untilAll(clients, `cluster_known_nodes:${nodes.length}`);
    for (const [index, client] of clients.slice(masters).entries()) {
      const id = String(await clients[index]?.call('CLUSTER', 'MYID'));
      await client.call('CLUSTER', 'REPLICATE', id);
    }
    await untilAll(clients, 'cluster_state:ok');
  } finally {
    for (const client of clients) client.disconnect();
  }
}

async function addSlots(client: Redis, index: number): Promise<void> {
  const first = Math.floor((slots * index) / masters);
  const last = Math.floor((slots * (index + 1)) / masters) - 1;
  await client.call('CLUSTER', 'ADDSLOTSRANGE', first, last);
}

async function untilAll(clients: Redis[], says: string): Promise<void> {
  for (const client of clients) {
    await waitFor(
      `a node says ${says}`,
      async () => String(await client.call('CLUSTER', 'INFO')).includes(says),
      30_000,
    );
  }
}
