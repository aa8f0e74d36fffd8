import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo, readAll, withSocketPath } from './sockets.ts';

type Lock = { release: () => void; wasKilled: boolean };
/**
 * Locks a folder until this process ends or releases it, by listening on a socket in the folder.
 * @throws Error that names the owner, if the folder is still locked after `timeout` milliseconds.
 */
export async function lockFolder(folder: string, owner: string, timeout = 0): Promise<Lock> {
  const deadline = Date.now() + timeout;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    const answer = await claim(folder, owner);
    if (typeof answer !== 'string') return answer;
    if (answer && Date.now() >= deadline) throw new Error(`${folder} is in use by ${answer}.`);
    await sleep(50);
  }
}

/** Resolves to the lock, or to the owner's answer, which is empty if the caller must try again. */
async function claim(folder: string, owner: string): Promise<Lock | string> {
  const name = `owner-${randomUUID().slice(0, 8)}`;
  let wasKilled = false;
  let decide: (answer: string) => void = () => undefined;
  const decided = new Promise<string>((resolve) => (decide = resolve));
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    void decided.then((answer) => socket.end(answer));
  }).unref();
  // Named only now that it listens, because a socket that refuses connections counts as dead.
  await withSocketPath(folder, `new-${name}`, (path) => once(server.listen(path), 'listening'));
  chmodSync(join(folder, `new-${name}`), 0o600);
  renameSync(join(folder, `new-${name}`), join(folder, name));
  const release = (): void => {
    rmSync(join(folder, name), { force: true });
    server.close();
    decide('');
  };
  for (const other of readdirSync(folder)) {
    if (!other.startsWith('owner-') || other === name) continue;
    const socket = await connectTo(folder, other);
    if (!socket) {
      rmSync(join(folder, other), { force: true });
      wasKilled = true;
      continue;
    }
    // Of concurrent claims, the one with the highest name wins. The others withdraw.
    if (name < other) release();
    const answer = (await readAll(socket, 2_000)) ?? 'a process that does not answer';
    if (answer) release();
    if (answer || name < other) return answer;
  }
  decide(owner);
  return { release, wasKilled };
}
