import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The addresses of the running product, for programs that need to find it. */
export interface Running {
  site: string;
  api: string;
  /** The address of the worker's /healthz and /readyz. */
  worker: string;
  /** The address of the enquiries desk. */
  office: string;
  /** The addresses for Prometheus; each is empty if it is disabled. */
  metrics: { api: string; worker: string; office: string };
  /** The URIs of MongoDB and Redis can contain passwords. */
  mongodb: string;
  redis: string;
  /** The folder of the .eml files; empty if email goes to an SMTP server. */
  outbox: string;
  /** The effective settings that the doctor reads, including secrets. Each is empty if not set. */
  settings: Record<string, string>;
  pid: number;
}

const name = 'running.json';

/** Writes `running.json` atomically. */
export function writeRunningFile(dataDir: string, running: Running): void {
  const file = join(dataDir, name);
  writeFileSync(`${file}.tmp`, `${JSON.stringify(running, null, 2)}\n`);
  renameSync(`${file}.tmp`, file);
}

export function removeRunningFile(dataDir: string): void {
  rmSync(join(dataDir, name), { force: true });
}

/**
 * The table of addresses that is printed once everything is ready. It shows the stores' passwords
 * only on a terminal, because other people can read a log.
 */
export function describeAddresses(running: Running, isTerminal: boolean): string {
  const shown = (address: string) => (isTerminal ? address : address.replace(/\/\/.*@/, '//'));
  const rows = {
    Site: running.site,
    API: `${running.api}/api/contact`,
    Enquiries: `${running.site}/ops/ (an account: npm run users -- add USERNAME --role officer)`,
    'Queue board': `${running.site}/ops/queues`,
    Metrics: Object.values(running.metrics).filter(Boolean).join('  '),
    Email: running.outbox || 'sent through SMTP_URL',
    MongoDB: shown(running.mongodb),
    Redis: shown(running.redis),
  };
  const lines = Object.entries(rows).map(([label, value]) => `  ${label.padEnd(12)}${value}`);
  return ['', ...lines, '', 'Ready. Press Ctrl-C to stop; the data is kept.'].join('\n');
}
