import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { buildIfStale } from '../../dev/build-site.ts';
import { sendUntilAcknowledged } from '../../testing/send-enquiry.ts';
import { waitFor } from '../../testing/wait-for.ts';
import {
  descendantsOf,
  killAll,
  ownSettings,
  startOwn,
  untilGone,
} from '../../testing/own-start.ts';
import type { Listed, OwnStart } from '../../testing/own-start.ts';

let settings: Record<string, string>;
let dataDir: string;
let product: OwnStart;
let started: Listed[];

beforeAll(() => buildIfStale('site', console.info));

beforeEach(async () => {
  settings = await ownSettings();
  dataDir = settings.DATA_DIR ?? '';
  started = [];
});

afterEach(async () => {
  started.push(...descendantsOf(product.child.pid));
  product.child.kill('SIGKILL');
  killAll(started);
  await untilGone(started);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a product that must fail. Returns its output once all of its processes have ended. */
async function fail(change: Record<string, string> = {}): Promise<string> {
  product = startOwn({ ...settings, ...change });
  const watch = setInterval(() => started.push(...descendantsOf(product.child.pid)), 100);
  const code = await product.ended();
  clearInterval(watch);
  expect(code).toBe(1);
  await untilGone(started);
  expect(readdirSync(dataDir)).not.toContain('running.json');
  return product.output();
}

it.each([
  ['api', { RATE_LIMIT_PER_MINUTE: 'many' }],
  ['worker', { SWEEP_EVERY_SECONDS: '0' }],
  ['office', { STAFF_LOGIN_ATTEMPTS: '-1' }],
])('an invalid setting of the %s is named before anything starts', async (_name, setting) => {
  const output = await fail(setting);
  expect(output).toMatch(
    new RegExp(`^Invalid settings:\n  ${Object.keys(setting).join()}: [^\n]+\n$`),
  );
  expect(readdirSync(dataDir)).toEqual([]);
});

it.each(['api', 'worker', 'office'])('a failing %s stops the start', async (name) => {
  // No machine has this address, so no server can listen there.
  const output = await fail({ [`${name.toUpperCase()}_HOST`]: '203.0.113.1' });
  expect(output).toContain('EADDRNOTAVAIL');
  expect(output).toMatch(new RegExp(`\nThe ${name} exited \\(code 1\\) before it was ready\\.\n$`));
});

it('a port in use stops the start, and the message names its setting', async () => {
  const other = createServer().listen(Number(settings.MONGODB_PORT), '127.0.0.1');
  await once(other, 'listening');
  expect(await fail()).toContain(`Port ${settings.MONGODB_PORT} is in use. Set MONGODB_PORT to`);
  other.close();
});

it('a Redis that cannot load its data stops the start, and the message says why', async () => {
  mkdirSync(join(dataDir, 'redis/appendonlydir'), { recursive: true });
  writeFileSync(join(dataDir, 'redis/appendonlydir/appendonly.aof.manifest'), 'nonsense\n');
  expect(await fail()).toMatch(/^Redis exited \(code 1: [^\n]*AOF[^\n]*\) before it was ready\.$/m);
});

it('all data files are readable only by their owner, including existing files', async () => {
  const modes = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mode } = lstatSync(join(folder, name));
      return `${(mode & 0o777).toString(8)} ${name}`;
    });
  const old = ['redis', 'mongodb', 'mongodb/enquiries', 'outbox'].map((name) =>
    join(dataDir, name),
  );
  for (const folder of old) {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'old'), '', { mode: 0o644 });
  }
  product = startOwn(settings);
  await product.ready();
  await sendUntilAcknowledged(product.api, 'modes');
  const mails = () => readdirSync(join(dataDir, 'outbox')).filter((name) => name.endsWith('.eml'));
  await waitFor('both emails are written', () => mails().length >= 2).catch((error: unknown) => {
    throw new Error(`${mails().length} emails. ${product.output()}`, { cause: error });
  });
  const all = modes(dataDir);
  expect(all.length).toBeGreaterThan(12);
  expect(all.filter((entry) => !/^[67]00 /.test(entry))).toEqual([]);
});
