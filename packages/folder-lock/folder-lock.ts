import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const prefix = 'owner-';
/** Milliseconds within which the owner of a lock must identify itself. */
const answerTimeout = 2_000;
const unknownOwner = 'a process that does not answer';
/** The maximum length of a socket's path in bytes, on the strictest operating system. */
const longestSocketPath = 103;

export interface Lock {
  release: () => void;
  /** Whether a previous owner was killed. Its child processes can still be running. */
  wasKilled: boolean;
}

/**
 * Locks a folder until this process exits or releases it. Creates the folder if necessary. The
 * owner listens on a socket in the folder, and identifies itself to every process that connects,
 * even from another container. The socket of a killed process is deleted.
 *
 * @param owner how this process identifies itself to others.
 * @param timeout milliseconds to wait for another owner to release the folder.
 * @throws Error that names the owner, if the folder is still locked after the timeout.
 */
export async function lockFolder(
  folder: string,
  owner = `process ${process.pid}`,
  timeout = 0,
): Promise<Lock> {
  makeFolder(folder);
  const deadline = Date.now() + timeout;
  for (;;) {
    const answer = await claim(folder, owner);
    if (typeof answer !== 'string') return answer;
    if (answer && Date.now() >= deadline) throw new Error(`${folder} is in use by ${answer}.`);
    await sleep(50);
  }
}

/** Connects to a socket in a folder; resolves to undefined if nobody listens on it. */
export async function connectTo(folder: string, name: string): Promise<Socket | undefined> {
  try {
    return await withSocketPath(folder, name, async (path) => {
      const socket = connect(path);
      await once(socket, 'connect');
      return socket.on('error', () => socket.destroy());
    });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTSOCK'].includes(code)) return undefined;
    throw error;
  }
}

/** Creates a folder and its parents. Under `/proc`, `mkdir` with `recursive` would never return. */
function makeFolder(folder: string): void {
  const isThere = () => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  if (isThere()) return;
  makeFolder(dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // If the folder exists now, another process has created it in the meantime.
    if (!isThere()) throw error;
  }
}

/**
 * Tries to lock a folder. Resolves to the lock, or to the answer of the current owner. If the
 * answer is empty, the caller should try again.
 */
async function claim(folder: string, owner: string): Promise<Lock | string> {
  const name = `${prefix}${randomUUID().slice(0, 8)}`;
  let decide: (answer: string) => void = () => undefined;
  const decided = new Promise<string>((resolve) => (decide = resolve));
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    void decided.then((answer) => socket.end(answer));
  });
  await withSocketPath(folder, `new-${name}`, (path) => once(server.listen(path), 'listening'));
  server.unref();
  fs.chmodSync(join(folder, `new-${name}`), 0o600);
  // Renames the socket only now that it is listening: an owner that refuses connections counts as
  // dead.
  fs.renameSync(join(folder, `new-${name}`), join(folder, name));
  const release = () => {
    fs.rmSync(join(folder, name), { force: true });
    server.close();
    decide('');
  };
  try {
    const others = fs.readdirSync(folder).filter((entry) => entry.startsWith(prefix));
    let wasKilled = false;
    for (const other of others.filter((entry) => entry !== name)) {
      const socket = await connectTo(folder, other);
      if (socket) {
        // Of concurrent claims, the one with the highest name wins. The others withdraw.
        if (name < other) release();
        const answer = (await readAll(socket, answerTimeout)) ?? unknownOwner;
        if (answer) release();
        if (answer || name < other) return answer;
      } else {
        wasKilled ||= fs.existsSync(join(folder, other));
        fs.rmSync(join(folder, other), { force: true });
      }
    }
    decide(owner);
    return { release, wasKilled };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Resolves to everything that the other side sends before it disconnects; to an empty text if the
 * connection fails; or to undefined after `timeout` milliseconds of silence.
 */
export function readAll(socket: Socket, timeout: number): Promise<string | undefined> {
  socket.setTimeout(timeout, () => socket.destroy(new Error('silent')));
  // Every error except a timeout has a code.
  return text(socket).catch((error: unknown) =>
    (error as NodeJS.ErrnoException).code ? '' : undefined,
  );
}

async function withSocketPath<Result>(
  folder: string,
  name: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= longestSocketPath) return use(path);
  const descriptor = fs.openSync(folder, 'r');
  try {
    const short = `/proc/self/fd/${descriptor}`;
    if (fs.existsSync(short)) return await use(join(short, name));
    throw new Error(`${path} is longer than the ${longestSocketPath} bytes of a socket's path.`);
  } finally {
    fs.closeSync(descriptor);
  }
}
