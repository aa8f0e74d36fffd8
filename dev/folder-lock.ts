import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startOf } from './processes.ts';

/**
 * Locks a folder until it is released or this process ends, by a file that names the process.
 *
 * @throws Error that names the owner, if the folder is still locked after `timeout` milliseconds.
 */
export async function lockFolder(folder: string, name: string, timeout = 0) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'owner.json');
  const draft = `${file}-${randomUUID()}`;
  const deadline = Date.now() + timeout;
  const { pid } = process;
  let wasKilled = false;
  writeFileSync(draft, JSON.stringify({ pid, startedAt: startOf(pid), name }), { mode: 0o600 });
  // Unlike writing a file, linking it is atomic.
  while (!succeeds(() => linkSync(draft, file))) {
    let text = '';
    if (!succeeds(() => (text = readFileSync(file, 'utf8')))) continue;
    const owner = JSON.parse(text || '{}') as { pid?: number; startedAt?: string; name?: string };
    const isAlive = owner.pid !== undefined && startOf(owner.pid) === owner.startedAt;
    if (isAlive && Date.now() >= deadline) {
      rmSync(draft);
      throw new Error(`${folder} is in use by ${owner.name}.`);
    }
    if (isAlive) await sleep(20);
    else rmSync(file, { force: true });
    wasKilled ||= !isAlive;
  }
  rmSync(draft);
  return { release: () => rmSync(file, { force: true }), wasKilled };
}

/** Returns false if a file is not there, or is there already. */
function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (/^(EEXIST|ENOENT)$/.test(String((error as NodeJS.ErrnoException).code))) return false;
    throw error;
  }
}
