import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

const prefix = 'owner-';

/**
 * Makes this process the only owner of a folder, which is made if there is none, until it ends or
 * calls what this resolves to. Rejects when the folder has an owner. An owner listens on a socket
 * in the folder, where every container that shares the folder can reach it; nobody listens on the
 * socket of a process that was killed. Of two that start together, both may be rejected.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The path of a socket has at most 103 bytes: a longer one goes through the open folder (Linux).
  const isShort = Buffer.byteLength(folder) < 60;
  const near = isShort ? folder : `/proc/self/fd/${openSync(folder, 'r')}`;
  const name = `${prefix}${randomUUID()}`;
  const server = createServer((socket) => socket.destroy());
  await once(server.listen(join(near, `new-${name}`)), 'listening');
  server.unref();
  // Whoever sees a socket of this name and cannot connect knows that its owner is dead.
  renameSync(join(folder, `new-${name}`), join(folder, name));
  const release = () => {
    rmSync(join(folder, name), { force: true });
    server.close();
  };
  for (const other of readdirSync(folder)) {
    if (!other.startsWith(prefix) || other === name) continue;
    if (await isAnswered(join(near, other))) {
      release();
      throw new Error(`${folder} is in use by another process.`);
    }
    rmSync(join(folder, other), { force: true });
  }
  return release;
}

function isAnswered(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath, () => resolve(true));
    socket.on('connect', () => socket.destroy());
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT');
    });
  });
}
