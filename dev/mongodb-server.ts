import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { spawnTsx } from './processes.ts';
import { waitForPort } from './ports.ts';
import { findProgram } from './system-packages.ts';

/** What to say to a person about the MongoDB in use. */
export interface MongodbChoice {
  uri: string;
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
  const uri = `mongodb://127.0.0.1:${port}/enquiries`;
  const folder = join(dataDir, 'mongodb');
  const mongod = findProgram('mongod');
  if (mongod) {
    return {
      uri,
      description: `mongod (${mongod})`,
      start: () => startMongod(mongod, port, folder),
    };
  }
  return {
    uri,
    description: 'the embedded MongoDB-compatible server (for trying the product; see README)',
    start: () => startEmbedded(port, folder),
  };
}

async function startMongod(binary: string, port: number, folder: string): Promise<ChildProcess> {
  mkdirSync(folder, { recursive: true });
  const settings = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder];
  const child = spawn(binary, [...settings, '--quiet'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  await waitForPort(port, child);
  return child;
}

async function startEmbedded(port: number, folder: string): Promise<ChildProcess> {
  const args = ['--port', String(port), '--data', folder];
  const child = spawnTsx('dev/embedded-mongodb/main.ts', args, {}, ['ignore', 'ignore', 'inherit']);
  await waitForPort(port, child);
  return child;
}
