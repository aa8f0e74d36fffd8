import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Milliseconds before a process is started again, when it ends for the first time and at most. */
const shortestDelay = 500;
const longestDelay = 8_000;

/** The folder of the project. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs Node.js in the folder of the project, in a process group of its own, so that Ctrl-C at a
 * terminal reaches only the process that stops the others in order.
 */
export function spawnNode(
  args: string[],
  env: Record<string, string>,
  stdio: StdioOptions,
  node = process.execPath,
): ChildProcess {
  return spawn(node, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio,
    detached: true,
  });
}

/** Runs a TypeScript file of the project in the same way. */
export function spawnTsx(
  file: string,
  args: string[],
  env: Record<string, string>,
  stdio: StdioOptions,
): ChildProcess {
  return spawnNode(['--import', 'tsx', file, ...args], env, stdio);
}

/** Whether the process has not ended yet. */
export function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Asks a process to end and resolves when it has; kills it after the timeout in milliseconds. */
export async function stopChild(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
  timeout = 10_000,
): Promise<void> {
  if (!isRunning(child)) return;
  const deadline = setTimeout(() => child.kill('SIGKILL'), timeout);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
  clearTimeout(deadline);
}

/** Why a process ended, such as `SIGKILL`, or `code 1: no space left` if it said so. */
export function describeEnd(child: ChildProcess): string {
  const { signalCode, exitCode } = child;
  const said = lastLines.get(child);
  return signalCode ?? `code ${exitCode ?? 'unknown'}${said ? `: ${said}` : ''}`;
}

const lastLines = new WeakMap<ChildProcess, string>();

/** Reads what a process prints, shows nothing of it, and keeps the last line for `describeEnd`. */
export function keepLastLine(child: ChildProcess): ChildProcess {
  child.stdout?.on('data', (chunk) => {
    const last = String(chunk).trimEnd().split('\n').pop();
    // Redis begins each line with its process and the time.
    if (last) lastLines.set(child, last.replace(/^\d+:\w [^#]*# /, ''));
  });
  return child;
}

/**
 * Starts a process, and once it was ready starts it again whenever it ends by itself, ever later.
 *
 * @param name begins the line that says so, and `comfort` ends it
 * @returns `ready`, which rejects when it ends before that, and what stops it for good
 */
export function supervise(
  name: string,
  launch: () => ChildProcess,
  untilReady: (child: ChildProcess) => Promise<void>,
  say: (line: string) => void,
  comfort = '',
) {
  let delay = shortestDelay;
  let wasReady = false;
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  let child = start();
  const ready = untilReady(child).then(
    () => void (wasReady = true),
    async (error: unknown) => {
      if (isRunning(child)) throw error;
      // The reason that it printed may arrive after its end.
      if (child.stdout && !child.stdout.closed) await once(child.stdout, 'close');
      throw new Error(`${name} ended (${describeEnd(child)}) before it was ready.`);
    },
  );
  // Whoever waits for it sees the rejection; nobody has to wait yet.
  ready.catch(() => undefined);

  function start(): ChildProcess {
    const startedAt = Date.now();
    const next = launch();
    const onEnd = () => {
      if (stopping || !wasReady || isRunning(next)) return;
      if (Date.now() - startedAt > longestDelay) delay = shortestDelay;
      say(
        `${name} ended (${describeEnd(next)}) and is started again in ${delay / 1_000} s.${comfort}`,
      );
      restart = setTimeout(() => (child = start()), delay);
      delay = Math.min(delay * 2, longestDelay);
    };
    return next.once('exit', onEnd).once('error', onEnd);
  }

  return {
    ready,
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      await stopChild(child);
    },
  };
}
