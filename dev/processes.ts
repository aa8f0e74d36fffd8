import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The first and the longest delay before a process is restarted, in milliseconds. */
const shortestDelay = 500;
const longestDelay = 8_000;

export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs Node.js in the project folder, in its own process group. Ctrl-C therefore reaches only the
 * parent, which stops its child processes in order.
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

export interface Startable {
  launch: () => ChildProcess;
  /** Resolves once the process is ready. Rejects if it exits first. */
  untilReady: (child: ChildProcess) => Promise<void>;
}

export function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Stops a process, and kills it after the timeout in milliseconds. Resolves once it has exited. */
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

/** Why a process exited, such as `SIGKILL`, or `code 1: no space left` if it printed a reason. */
export function describeEnd(child: ChildProcess): string {
  const { signalCode, exitCode } = child;
  const lastLine = lastLines.get(child);
  return signalCode ?? `code ${exitCode ?? 'unknown'}${lastLine ? `: ${lastLine}` : ''}`;
}

const lastLines = new WeakMap<ChildProcess, string>();

/** Hides the output of a process, and keeps the last line for `describeEnd`. */
export function keepLastLine(child: ChildProcess): ChildProcess {
  child.stdout?.on('data', (chunk) => {
    const last = String(chunk).trimEnd().split('\n').pop();
    // Redis begins each line with its pid, role and time.
    if (last) lastLines.set(child, last.replace(/^\d+:\w [^#]*# /, ''));
  });
  return child;
}

/**
 * Starts a process. Once it has been ready, restarts it with increasing delays whenever it exits.
 *
 * @param name begins the message about a restart, which ends with `note`.
 * @returns `ready`, which rejects if the process exits before it is ready, and `stop`.
 */
export function supervise(
  name: string,
  { launch, untilReady }: Startable,
  say: (line: string) => void,
  note = '',
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
      // The last output of a process may arrive after its exit event.
      if (child.stdout && !child.stdout.closed) await once(child.stdout, 'close');
      throw new Error(`${name} exited (${describeEnd(child)}) before it was ready.`);
    },
  );
  // Avoids an unhandled rejection while nobody awaits `ready`.
  ready.catch(() => undefined);

  function start(): ChildProcess {
    const startedAt = Date.now();
    const next = launch();
    const onEnd = () => {
      if (stopping || !wasReady || isRunning(next)) return;
      if (Date.now() - startedAt > longestDelay) delay = shortestDelay;
      say(`${name} exited (${describeEnd(next)}) and will restart in ${delay / 1_000} s.${note}`);
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
