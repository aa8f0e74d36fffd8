import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

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
  const given = { ...process.env, ...env };
  return spawn(node, args, { cwd: projectRoot, env: given, stdio, detached: true });
}

export interface Startable {
  launch: () => ChildProcess;
  /** Resolves once the process is ready. Rejects if it exits first. */
  untilReady: (child: ChildProcess) => Promise<void>;
  /** What to add to messages about its end. */
  note?: string;
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

/** Why a process exited, such as `SIGKILL` or `code 1`. */
export function describeEnd({ signalCode, exitCode }: ChildProcess): string {
  return signalCode ?? `code ${exitCode ?? 'unknown'}`;
}

/**
 * Starts a process. Once it has been ready, restarts it whenever it exits.
 *
 * @returns `ready`, which rejects if the process exits before it is ready, and `stop`.
 */
export function supervise(
  name: string,
  { launch, untilReady, note = '' }: Startable,
  say: (line: string) => void,
) {
  let wasReady = false;
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let child = start();
  const ready = untilReady(child).then(
    () => void (wasReady = true),
    (error: unknown) => {
      if (isRunning(child)) throw error;
      throw new Error(`${name} exited (${describeEnd(child)}) before it was ready.${note}`);
    },
  );
  // Avoids an unhandled rejection while nobody awaits `ready`.
  ready.catch(() => undefined);

  function start(): ChildProcess {
    const started = launch();
    return started.once('exit', () => {
      if (isStopping || !wasReady) return;
      say(`${name} exited (${describeEnd(started)}) and will restart in a second.${note}`);
      restart = setTimeout(() => (child = start()), 1_000);
    });
  }

  return {
    ready,
    stop: async () => {
      isStopping = true;
      clearTimeout(restart);
      await stopChild(child);
    },
  };
}

/** When a process started, in the system's own format; empty if it does not run any more. */
export function startOf(pid: number): string {
  if (!existsSync('/proc/self/stat')) {
    const args = ['-p', String(pid), '-o', 'lstart='];
    return spawnSync('ps', args, { encoding: 'utf8' }).stdout.trim();
  }
  const file = `/proc/${pid}/stat`;
  const stat = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // After the name in brackets come the state and, as the 22nd field of all, the time.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? '' : (fields[18] ?? '');
}

/** Writes down a process, so that the next start can stop it if this one is killed. */
export function writePid(file: string, { pid = 0 }: ChildProcess): void {
  writeFileSync(file, `${pid}\n${startOf(pid)}`);
}

/** Stops the process that `writePid` wrote down, if it still runs. @throws Error if it does not. */
export async function stopOrphan(file: string, timeout = 12_000): Promise<void> {
  if (!existsSync(file)) return;
  const [pid = '', startedAt = ''] = readFileSync(file, 'utf8').split('\n');
  const deadline = Date.now() + timeout;
  while (startedAt && startOf(Number(pid)) === startedAt) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} of an earlier start does not stop.`);
    process.kill(Number(pid), 'SIGTERM');
    await sleep(100);
  }
}
