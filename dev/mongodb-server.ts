import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { buildIfStale } from './build-site.ts';
import { lockFolder } from './folder-lock.ts';
import { waitForPort } from './ports.ts';
import { spawnNode, type Startable } from './processes.ts';
import { findProgram } from './programs.ts';
import { passwordFile } from './store-password.ts';

const username = 'enquiries';
/** The error code with which MongoDB refuses a client that has not signed in. */
const unauthorized = 13;
/** The time in milliseconds for an orphaned MongoDB to stop. */
const stopTimeout = 12_000;

/**
 * Chooses the MongoDB to start: `mongod` on PATH, else the embedded server, which is built if
 * necessary. With a password, clients have to sign in.
 */
export async function chooseMongodb(
  { port, dataDir, password }: { port: number; dataDir: string; password?: string },
  say: (line: string) => void,
): Promise<Startable & { uri: string; description: string }> {
  const folder = join(dataDir, 'mongodb');
  const mongod = findProgram('mongod');
  if (!mongod) await buildIfStale('mongodb', say);
  const login = password ? [['--auth'], ['--password-file', passwordFile(folder)]] : [[], []];
  return {
    uri: password
      ? `mongodb://${username}:${password}@127.0.0.1:${port}/enquiries?authSource=admin`
      : `mongodb://127.0.0.1:${port}/enquiries`,
    description: mongod
      ? `mongod (${mongod})`
      : 'the embedded MongoDB-compatible server (for trying out the product; see README)',
    launch: () =>
      mongod ? spawnMongod(mongod, port, folder, login[0]) : spawnEmbedded(port, folder, login[1]),
    async untilReady(child) {
      await waitForPort(port, child);
      if (mongod && password) await addUser(port, password);
    },
  };
}

/**
 * Adds the first user to `mongod`, which lets local clients do so without a login. Does nothing if
 * there is a user already.
 */
async function addUser(port: number, password: string): Promise<void> {
  // Imported only here, because mongoose loads slowly and the embedded server does not need it.
  const { mongo } = await import('mongoose');
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}`);
  try {
    const user = { createUser: username, pwd: password, roles: ['root'] };
    await client.db('admin').command(user);
  } catch (error) {
    if ((error as { code?: unknown }).code !== unauthorized) throw error;
  } finally {
    await client.close();
  }
}

/**
 * Stops a `mongod` that an earlier run left running on the data folder. Waits for an embedded
 * server to exit, which it does when its parent ends.
 *
 * @throws Error if the embedded server still runs after 12 seconds.
 */
export async function stopOrphanedMongodb(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'mongodb');
  if (!existsSync(folder)) return;
  const deadline = Date.now() + stopTimeout;
  const lockFile = join(folder, 'mongod.lock');
  const pid = existsSync(lockFile) ? readFileSync(lockFile, 'utf8').trim() : '';
  // After a power cut, the pid may belong to a different process.
  const runs = async () => (await run('ps', '-p', pid, '-o', 'args=')).includes(folder);
  while (pid && Date.now() < deadline && (await runs())) {
    await run('kill', pid);
    await sleep(200);
  }
  const { release } = await lockFolder(folder, 'npm start', stopTimeout);
  release();
}

function run(program: string, ...args: string[]): Promise<string> {
  return promisify(execFile)(program, args).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

function spawnMongod(
  binary: string,
  port: number,
  folder: string,
  login: string[] = [],
): ChildProcess {
  mkdirSync(folder, { recursive: true });
  const args = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder, '--quiet'];
  return spawn(binary, [...args, ...login], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
}

function spawnEmbedded(port: number, folder: string, login: string[] = []): ChildProcess {
  const args = ['build/mongodb.js', '--port', String(port), '--data', folder, ...login];
  // The IPC channel makes the server exit with its parent: two servers must not use one folder.
  return spawnNode(args, {}, ['ignore', 'ignore', 'inherit', 'ipc']);
}
