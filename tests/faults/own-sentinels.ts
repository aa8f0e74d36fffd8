import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isRunning } from '../../dev/children.ts';
import { findFreePort, waitForPort } from '../../dev/ports.ts';
import { ensureRedisServer, startRedisServer } from '../../dev/redis-server.ts';

const masterName = 'office';

/** A master, its replica and three Sentinels, the first of which a test may ill-treat. */
export interface OwnSentinels {
  url: string;
  killMaster(): Promise<void>;
  /** Starts the first master again; the Sentinels make a replica of it. */
  startFormerMaster(): Promise<void>;
  killReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

export async function startOwnSentinels(): Promise<OwnSentinels> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sentinels-'));
  const binary = ensureRedisServer(console.info);
  const masterPort = await findFreePort();
  const replicaPort = await findFreePort();
  const launch = (port: number, settings: string[] = []) =>
    startRedisServer({ binary, port, dataDir: join(dataDir, String(port)), settings });
  const launchReplica = () => launch(replicaPort, ['--replicaof', '127.0.0.1', String(masterPort)]);

  let master = await launch(masterPort);
  let replica = await launchReplica();
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const sentinels = await Promise.all(
    ports.map((port) => startSentinel(binary, dataDir, port, masterPort)),
  );
  return {
    url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${masterName}`,
    killMaster: () => kill(master),
    async startFormerMaster() {
      master = await launch(masterPort);
    },
    killReplica: () => kill(replica),
    async startReplica() {
      replica = await launchReplica();
    },
    async stop() {
      await Promise.all([...sentinels, master, replica].map(kill));
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

async function kill(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
