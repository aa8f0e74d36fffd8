import { spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { projectRoot, spawnNode, stopChild } from '../../dev/processes.ts';
import { findFreePort, waitUntilReady } from '../../dev/ports.ts';
import { ownStores } from '../../testing/own-stores.ts';

const document = readFileSync(join(projectRoot, 'docs/security.md'), 'utf8');
const abbreviations = /```sh\n(site=[^]*?)```/.exec(document)?.[1] ?? '';

/** The table rows with a command and its output. Rows that refer to tests have neither. */
const rows = document
  .split('\n')
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')))
  .filter(([, , , command, answer]) => command?.startsWith('`') && answer?.startsWith('`'))
  .map(([, what = '', , command = '', answer = '']) => ({
    what,
    command: command.slice(1, -1),
    answer: answer.split('<br>').map((line) => line.slice(1, -1)),
  }));

const otherPorts = [
  'API_METRICS_PORT',
  'WORKER_PORT',
  'WORKER_METRICS_PORT',
  'OFFICE_PORT',
  'OFFICE_METRICS_PORT',
];

const stores = ownStores();
let product: ChildProcess;
let dataDir: string;
let ports: { site: number; api: number };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'security-'));
  ports = { site: await findFreePort(), api: await findFreePort() };
  const settings: Record<string, string> = {
    ...stores.settings,
    REDIS_URL: inject('redisUrl'),
    DATA_DIR: dataDir,
    SITE_PORT: String(ports.site),
    API_PORT: String(ports.api),
  };
  for (const name of otherPorts) settings[name] = String(await findFreePort());
  product = spawnNode([inject('startProgram')], settings, 'ignore');
  for (const at of [`${ports.api}/readyz`, `${settings.OFFICE_PORT}/readyz`, `${ports.site}/`]) {
    await waitUntilReady(`http://127.0.0.1:${at}`, product, 150_000);
  }
});

afterAll(async () => {
  await stopChild(product);
  await stores.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs a command from the document with the ports of the product under test. */
function run(command: string): string[] {
  const script = `${abbreviations}\n${command}`
    .replaceAll('4173', String(ports.site))
    .replaceAll('3001', String(ports.api));
  const { stdout } = spawnSync('bash', ['-c', script], { cwd: projectRoot, encoding: 'utf8' });
  return stdout.trimEnd().split('\n');
}

describe('docs/security.md tells the truth:', () => {
  it('has commands for more than 40 claims', () => {
    expect(rows.length).toBeGreaterThan(40);
  });

  it.each(rows)('$what', ({ command, answer }) => {
    expect(run(command)).toEqual(answer);
  });
});
