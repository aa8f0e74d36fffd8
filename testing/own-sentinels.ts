import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findFreePort, waitForPort } from '../dev/ports.ts';
import { ensureRedisServer, startRedisServer } from '../dev/redis-server.ts';
import { startOwnProcess, type OwnProcess } from './own-process.ts';

const masterName = 'office';

/** A master, its replica and three Sentinels. */
export interface OwnSentinels {
  url: string;
  /** Started again once it was killed, it is made a replica by the Sentinels. */
  master: OwnProcess;
  replica: OwnProcess;
  stop: () => Promise<void>;
}

export async function startOwnSentinels(): Promise<OwnSentinels> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sentinels-'));
  const binary = ensureRedisServer(console.info);
  const masterPort = await findFreePort();
  const replicaPort = await findFreePort();
  const start = (port: number, settings: string[] = []) =>
    startOwnProcess(() =>
      startRedisServer({ binary, port, dataDir: join(dataDir, String(port)), settings }),
    );
  const master = await start(masterPort);
  const replica = await start(replicaPort, ['--replicaof', '127.0.0.1', String(masterPort)]);
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const sentinels = await Promise.all(
    ports.map((port) => startOwnProcess(() => startSentinel(binary, dataDir, port, masterPort))),
  );
  return {
    url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${masterName}`,
    master,
    replica,
    async stop() {
      await Promise.all([...sentinels, master, replica].map((server) => server.kill()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startSentinel(
  binary: string,
  dataDir: string,
  port: number,
  masterPort: number,
): Promise<ChildProcess> {
  const file = join(dataDir, `sentinel-${port}.conf`);
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${dataDir}`,
    'loglevel warning',
    `sentinel monitor ${masterName} 127.0.0.1 ${masterPort} 2`,
    `sentinel down-after-milliseconds ${masterName} 1000`,
    `sentinel failover-timeout ${masterName} 5000`,
  ];
  // It keeps what it finds out in this file.
  await writeFile(file, `${settings.join('\n')}\n`);
  const child = spawn(binary, [file, '--sentinel'], { stdio: 'ignore', detached: true });
  await waitForPort(port, child);
  return child;
}
