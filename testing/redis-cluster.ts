import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

import { findFreePort } from '../dev/ports.ts';
import { startRedisServer } from '../dev/redis-server.ts';

const slots = 16_384;
const timeout = 30_000;

export interface ClusterNode {
  port: number;
  busPort: number;
  /** Starts its server, the first time and after it was killed. */
  launch: () => Promise<ChildProcess>;
}

/** The nodes of a Redis Cluster on loopback: masters, then replicas of them in the same order. */
export interface ClusterPlan {
  url: string;
  nodes: ClusterNode[];
  /** Makes a cluster of the servers, once all of them run. */
  join: () => Promise<void>;
}

/** Plans a cluster; nothing runs before its nodes are launched. */
export async function planRedisCluster(options: {
  binary: string;
  dataDir: string;
  replicas?: number;
}): Promise<ClusterPlan> {
  const { binary, dataDir, replicas = 0 } = options;
  const masters = 3;
  const nodes: ClusterNode[] = [];
  for (let index = 0; index < masters + replicas; index += 1) {
    const [port, busPort] = [await findFreePort(), await findFreePort()];
    const settings = [
      ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
      ...['--cluster-node-timeout', '1500', '--cluster-allow-replica-migration', 'no'],
      // A replica that has just joined must be able to take over at once.
      ...['--repl-diskless-sync-delay', '0', '--cluster-replica-validity-factor', '0'],
    ];
    const folder = join(dataDir, `node-${index}`);
    const launch = () => startRedisServer({ binary, port, dataDir: folder, settings });
    nodes.push({ port, busPort, launch });
  }
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return { url: `redis+cluster://${hosts}`, nodes, join: () => joinNodes(nodes, masters) };
}

async function joinNodes(nodes: ClusterNode[], masters: number): Promise<void> {
  const clients = nodes.map(({ port }) => new Redis(port, '127.0.0.1'));
  try {
    for (const [index, client] of clients.entries()) {
      await client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
      if (index < masters) await addSlots(client, index, masters);
      for (const { port, busPort } of nodes.slice(0, index)) {
        await client.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
      }
    }
    await until(clients, (info) => info.includes(`cluster_known_nodes:${nodes.length}`));
    for (const [index, client] of clients.slice(masters).entries()) {
      const id = String(await clients[index]?.call('CLUSTER', 'MYID'));
      await client.call('CLUSTER', 'REPLICATE', id);
    }
    await until(clients, (info) => info.includes('cluster_state:ok'));
  } finally {
    for (const client of clients) client.disconnect();
  }
}

async function addSlots(client: Redis, index: number, masters: number): Promise<void> {
  const first = Math.floor((slots * index) / masters);
  const last = Math.floor((slots * (index + 1)) / masters) - 1;
  await client.call('CLUSTER', 'ADDSLOTSRANGE', first, last);
}

async function until(clients: Redis[], holds: (info: string) => boolean): Promise<void> {
  const deadline = Date.now() + timeout;
  for (const client of clients) {
    while (!holds(String(await client.call('CLUSTER', 'INFO')))) {
      if (Date.now() > deadline) throw new Error('The nodes did not become a cluster.');
      await sleep(50);
    }
  }
}
