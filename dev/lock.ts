import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const prefix = 'owner-';
/** Milliseconds that an owner has to say who it is. */
const answerTimeout = 2_000;
const unknownOwner = 'a process that does not answer';
/** Bytes of the path of a socket, on the system that allows the fewest. */
const longestSocketPath = 103;

/** What has a folder to itself. */
export interface Lock {
  release: () => void;
  /** Whether an owner before was killed: what it had started may still be there. */
  wasKilled: boolean;
}

/**
 * Makes this process the only owner of a folder, which is made if there is none, until it ends or
 * releases it. An owner listens on a socket in the folder and answers who it is. So whoever shares
 * the folder can ask, from another container too, and the socket of a killed process hinders nobody.
 *
 * @param owner what others are told
 * @param timeout milliseconds to wait for another owner
 * @throws Error that says who has the folder after that time.
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

/** Connects to a socket in a folder; resolves to undefined when nobody listens there. */
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

/** Makes a folder and those above it. Under `/proc` Node's own `recursive` never returns. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in between.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Resolves to who has the folder; to an empty text when nobody does, but it has to be tried again. */
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
  // Whoever sees a socket of this name and cannot connect knows that its owner is dead.
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
        // Of those that claim at once, the one with the last name wins: the others step back first.
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
 * Resolves to all that the other side sends before it ends the connection, or breaks it off; to
 * undefined when it is silent for so many milliseconds.
 */
export function readAll(socket: Socket, timeout: number): Promise<string | undefined> {
  socket.setTimeout(timeout, () => socket.destroy(new Error('silent')));
  // Every error but this one has a code.
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
