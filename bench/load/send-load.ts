import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { stopChild } from '../../dev/children.ts';
import { benchBundle } from '../bundle-processes.ts';
import type { Session } from '../session.ts';
import type { Load, LoadResult } from './load.ts';

/**
 * Sends a load from a process of its own and resolves with what came of it.
 *
 * @throws Error when an answer was missing or had another status.
 */
export async function sendLoad(session: Session, load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [benchBundle('load/main'), JSON.stringify(load)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  session.onEnd(() => stopChild(child));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The load on ${load.url} failed (${String(code)}).`);
  });
  ended.catch(() => undefined);
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [LoadResult];
  return result;
}
