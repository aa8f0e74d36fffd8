import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { waitForPort } from './ports.ts';
import { spawnTsx } from './processes.ts';
import { findProgram } from './programs.ts';

interface MongodbChoice {
  uri: string;
  /** What to say to a person about it. */
  description: string;
  start?: () => Promise<ChildProcess>;
}

/**
 * Chooses the MongoDB to use: MONGODB_URI, else `mongod` on PATH, else the embedded server.
 * The choice is not started yet.
 */
export function chooseMongodb(
  givenUri: string | undefined,
  port: number,
  dataDir: string,
): MongodbChoice {
  if (givenUri) return { uri: givenUri, description: 'your MongoDB (MONGODB_URI)' };
  const folder = join(dataDir, 'mongodb');
  const mongod = findProgram('mongod');
  return {
    uri: `mongodb://127.0.0.1:${port}/enquiries`,
    description: mongod
      ? `mongod (${mongod})`
      : 'the embedded MongoDB-compatible server (for trying the product; see README)',
    async start() {
      const child = mongod ? spawnMongod(mongod, port, folder) : spawnEmbedded(port, folder);
      await waitForPort(port, child);
      return child;
    },
  };
}

function spawnMongod(binary: string, port: number, folder: string): ChildProcess {
  mkdirSync(folder, { recursive: true });
  const args = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder, '--quiet'];
  return spawn(binary, args, { stdio: ['ignore', 'ignore', 'inherit'], detached: true });
}

function spawnEmbedded(port: number, folder: string): ChildProcess {
  const args = ['--port', String(port), '--data', folder];
  // The channel tells it when whoever started it is gone: its folder is for one server only.
  return spawnTsx('dev/embedded-mongodb/main.ts', args, {}, ['ignore', 'ignore', 'inherit', 'ipc']);
}
