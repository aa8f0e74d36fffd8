import type { ChildProcess } from 'node:child_process';

/** Whether the process has not ended yet. */
export function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Asks a process to end and resolves when it has; kills it after the given milliseconds. */
export function stopChild(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
  patience = 10_000,
): Promise<void> {
  return new Promise((resolve) => {
    if (!isRunning(child)) {
      resolve();
      return;
    }
    const deadline = setTimeout(() => child.kill('SIGKILL'), patience);
    child.once('exit', () => {
      clearTimeout(deadline);
      resolve();
    });
    child.kill(signal);
  });
}
