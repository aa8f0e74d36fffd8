import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const restartDelay = 500;

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
): ChildProcess {
  return spawn(process.execPath, args, {
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

/**
 * Starts a process, and starts it again whenever it ends by itself.
 *
 * @returns what stops it for good.
 */
export function supervise(
  name: string,
  start: () => ChildProcess,
  say: (line: string) => void,
): () => Promise<void> {
  let stopping = false;
  let child = launch();
  let restart: NodeJS.Timeout | undefined;

  function launch(): ChildProcess {
    return start().once('exit', (code, signal) => {
      if (stopping) return;
      say(`The ${name} ended (${signal ?? `code ${code ?? 'unknown'}`}); starting it again.`);
      restart = setTimeout(() => (child = launch()), restartDelay);
    });
  }

  return async () => {
    stopping = true;
    clearTimeout(restart);
    await stopChild(child);
  };
}
