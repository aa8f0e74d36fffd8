import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/** Ctrl-C reaches only the parent, not this process group. The parent stops processes in order. */
export function spawnNode(
  args: string[],
  env: Record<string, string>,
  stdio: StdioOptions,
): ChildProcess {
  const fullEnv = { ...process.env, ...env };
  return spawn(process.execPath, args, { cwd: projectRoot, env: fullEnv, stdio, detached: true });
}

export interface Startable {
  name: string;
  launch: () => ChildProcess;
  isReady: () => Promise<boolean>;
  /** What to add to messages about its end. */
  note?: string;
}

export function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(Boolean, () => false);
  socket.destroy();
  return isOpen;
}

export async function isOk(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  return response?.ok ?? false;
}

/** Resolves once a service is ready. Rejects if its process exits first, or after a minute. */
export async function untilReady(
  service: Omit<Startable, 'launch'>,
  child?: ChildProcess,
): Promise<void> {
  const deadline = Date.now() + 60_000;
  const fail = (problem: string) => new Error(`${service.name} ${problem}.${service.note ?? ''}`);
  for (;;) {
    if (child && !isRunning(child))
      throw fail(`exited (${describeEnd(child)}) before it was ready`);
    if (await service.isReady()) return;
    if (Date.now() > deadline) throw fail('does not answer');
    await sleep(50);
  }
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

function describeEnd({ signalCode, exitCode }: ChildProcess): string {
  return signalCode ?? `code ${exitCode ?? 'unknown'}`;
}

/** Restarts a process that exits after it was ready. `ready` rejects if it exits before that. */
export function supervise(startable: Startable, onLaunch: (child: ChildProcess) => void) {
  const { name, note = '', launch } = startable;
  let wasReady = false;
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let child = start();
  const ready = untilReady(startable, child).then(() => void (wasReady = true));
  // Avoids an unhandled rejection while nobody awaits `ready`.
  ready.catch(() => undefined);

  function start(): ChildProcess {
    const started = launch();
    onLaunch(started);
    return started.once('exit', () => {
      if (isStopping || !wasReady) return;
      console.log(`${name} exited (${describeEnd(started)}) and will restart in a second.${note}`);
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
