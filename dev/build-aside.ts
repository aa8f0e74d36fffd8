import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const prefix = '.building-';

/**
 * Returns a temporary folder for a new build, next to the last build, which stays in use until
 * `swapIn` replaces it. Removes the temporary folders of killed builds.
 */
export function buildAside(folder: string): string {
  const parent = dirname(folder);
  removeAbandoned(parent);
  return join(parent, `${prefix}${process.pid}`, basename(folder));
}

/**
 * Replaces the last build with the new one. A build can have further folders whose names begin with
 * its own name, such as `dist-pages` for `dist`. These are replaced first.
 */
export function swapIn(built: string): void {
  const aside = dirname(built);
  const names = readdirSync(aside).filter((name) => name.startsWith(basename(built)));
  for (const name of names.sort().reverse()) replace(join(dirname(aside), name), join(aside, name));
  rmSync(aside, { recursive: true });
}

function replace(folder: string, built: string): void {
  for (let attempt = 1; ; attempt += 1) {
    // Moves the old folder away, because a folder cannot replace one that has files in it.
    const old = join(dirname(built), 'old', `${basename(folder)}-${attempt}`);
    mkdirSync(dirname(old), { recursive: true });
    unless('ENOENT', () => renameSync(folder, old));
    // Another build may have been moved there in the meantime.
    if (unless('ENOTEMPTY', () => renameSync(built, folder))) return;
  }
}

/** Returns true if `work` succeeds, or false if it fails with this error code. */
function unless(code: string, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}

function removeAbandoned(parent: string): void {
  if (!unless('ENOENT', () => readdirSync(parent))) return;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  // EPERM means that the process exists, but belongs to another user.
  return unless('ESRCH', () => void unless('EPERM', () => process.kill(pid, 0)));
}
