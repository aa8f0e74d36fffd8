import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';

import { stopChild } from '../dev/children.ts';
import { findFreePort } from '../dev/ports.ts';
import { projectRoot } from '../dev/processes.ts';
import { waitUntilReady } from '../dev/wait-until-ready.ts';
import { meterFile } from './bundle-processes.ts';
import type { Reading } from './meter.ts';
import type { Session } from './session.ts';

/** A server that can be asked what it has used so far. */
export interface MeasuredProcess {
  url: string;
  read(): Promise<Reading>;
  stop(): Promise<void>;
}

/**
 * Starts a bundle that listens on the port in `API_PORT` or `WORKER_PORT`, and resolves when its
 * `/readyz` answers 200. What it logs goes to a file, as it would under a process manager.
 */
export async function startMeasured(
  session: Session,
  bundle: string,
  settings: Record<string, string>,
): Promise<MeasuredProcess> {
  const port = await findFreePort();
  const log = openSync(join(session.folder, `${port}.log`), 'a');
  const child = spawn(process.execPath, ['--import', meterFile, bundle], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...settings,
      API_PORT: String(port),
      WORKER_PORT: String(port),
    },
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  const stop = () => stopChild(child);
  session.onEnd(stop);
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/readyz`, 30_000);
  return { url, stop, read: () => readMeter(child) };
}

async function readMeter(child: ChildProcess): Promise<Reading> {
  const answer = once(child, 'message');
  child.send('read meter');
  const [reading] = (await answer) as [Reading];
  return reading;
}
