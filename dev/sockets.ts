import { once } from 'node:events';
import * as fs from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The maximum length of a socket's path in bytes, on the strictest operating system. */
const longestSocketPath = 103;

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

/** Calls `use` with a path that is short enough for a socket; on Linux, any folder has one. */
export async function withSocketPath<Result>(
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
