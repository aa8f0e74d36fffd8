import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { sendUntilAcknowledged } from '#support/send-enquiry.ts';
import { descendantsOf, killAll, ownSettings, startOwn, untilGone } from '#support/own-start.ts';
import type { Listed, OwnStart } from '#support/own-start.ts';
import { buildIfStale } from '../../dev/build-site.ts';

let settings: Record<string, string>;
let dataDir: string;
let product: OwnStart;
let started: Listed[];

beforeAll(() => buildIfStale('site'));

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
  const other = createServer().listen(Number(settings.OFFICE_PORT), '127.0.0.1');
  await once(other, 'listening');
  expect(await fail()).toContain(
    `Port ${settings.OFFICE_PORT} is in use. Set OFFICE_PORT to a free port`,
  );
  other.close();
});

it('a Redis that cannot load its data stops the start, and the message names its log', async () => {
  mkdirSync(join(dataDir, 'redis/appendonlydir'), { recursive: true });
  writeFileSync(join(dataDir, 'redis/appendonlydir/appendonly.aof.manifest'), 'nonsense\n');
  expect(await fail()).toMatch(/^Redis exited \(code 1\) before it was ready\. .*redis\.log/m);
  expect(readFileSync(join(dataDir, 'redis/redis.log'), 'utf8')).toContain('AOF');
});

it('its folders are accessible only to their owner, including existing ones', async () => {
  const folders = ['redis', 'mongodb', 'outbox'].map((name) => join(dataDir, name));
  for (const folder of folders) {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  }
  product = startOwn(settings);
  await product.ready();
  await sendUntilAcknowledged(product.api, 'modes');
  for (const path of [...folders, join(dataDir, 'running.json')]) {
    expect(statSync(path).mode & 0o077, path).toBe(0);
  }
});
