import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a TypeScript file of the project as a process of its own, in its own process group, so
 * that Ctrl-C at a terminal reaches only the process that stops the others in order.
 */
export function spawnTsx(
  file: string,
  args: string[],
  env: Record<string, string>,
  stdio: StdioOptions,
): ChildProcess {
  return spawnNode(['--import', 'tsx', file, ...args], env, stdio);
}

/** Runs a service's bundle, `build/<name>.js`, in the same way. */
export function spawnBundle(
  name: string,
  env: Record<string, string>,
  stdio: StdioOptions,
): ChildProcess {
  return spawnNode([`build/${name}.js`], env, stdio);
}

function spawnNode(args: string[], env: Record<string, string>, stdio: StdioOptions): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio,
    detached: true,
  });
}
