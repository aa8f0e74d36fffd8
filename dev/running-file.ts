import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The addresses of the product while it runs, for programs that want to find it. */
export interface Running {
  site: string;
  api: string;
  /** Of the worker's /healthz and /readyz. */
  worker: string;
  /** For Prometheus; empty where there are none. */
  metrics: { api: string; worker: string };
  /** With the name of the database. */
  mongodb: string;
  redis: string;
  /** The folder of the .eml files; empty when mail goes to an SMTP server. */
  outbox: string;
  pid: number;
}

function runningFile(dataDir: string): string {
  return join(dataDir, 'running.json');
}

/** Writes `running.json`, so that a reader sees all of it or nothing. */
export function writeRunningFile(dataDir: string, running: Running): void {
  mkdirSync(dataDir, { recursive: true });
  const file = runningFile(dataDir);
  writeFileSync(`${file}.tmp`, `${JSON.stringify(running, null, 2)}\n`);
  renameSync(`${file}.tmp`, file);
}

/** Removes `running.json`. */
export function removeRunningFile(dataDir: string): void {
  rmSync(runningFile(dataDir), { force: true });
}

/**
 * Refuses to start twice on one data folder: two Redis servers would write one file.
 *
 * @throws Error when the process that wrote `running.json` is still there.
 */
export function refuseSecondStart(dataDir: string): void {
  let pid: number;
  try {
    pid = (JSON.parse(readFileSync(runningFile(dataDir), 'utf8')) as Running).pid;
    process.kill(pid, 0);
  } catch {
    return;
  }
  throw new Error(
    `The product already runs on ${dataDir} (process ${pid}). Stop it, or set DATA_DIR to another folder.`,
  );
}
