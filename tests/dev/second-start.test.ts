import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { descendantsOf, killAll, ownSettings, startOwn, untilGone } from '#support/own-start.ts';
import { type OwnStart } from '#support/own-start.ts';
import { buildIfStale } from '../../dev/build-site.ts';
import { projectRoot } from '../../dev/processes.ts';

let settings: Record<string, string>;
let dataDir: string;
const starts: OwnStart[] = [];

beforeAll(() => {
  buildIfStale('site');
  buildIfStale('office');
});

beforeEach(async () => {
  settings = await ownSettings();
  dataDir = settings.DATA_DIR ?? '';
});

afterEach(async () => {
  for (const { child } of starts.splice(0)) {
    const started = descendantsOf(child.pid);
    child.kill('SIGKILL');
    killAll(started);
    await untilGone(started);
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function start(settings: Record<string, string>): OwnStart {
  const started = startOwn(settings);
  starts.push(started);
  return started;
}

function look(): string[] {
  return [...readdirSync(dataDir), readFileSync(join(dataDir, 'running.json'), 'utf8')];
}

it('a second start via a link to the data folder names the first and changes nothing', async () => {
  const first = start(settings);
  await first.ready();
  const before = look();
  const path = `${dataDir}-link`;
  symlinkSync(dataDir, path);
  const second = start(await ownSettings(path));
  expect(await second.ended()).toBe(1);
  rmSync(path);
  const [line = '', ...more] = second.output().trimEnd().split('\n');
  expect(more).toEqual([]);
  expect(line).toContain(`${path} is in use by npm start: process ${first.child.pid} on `);
  expect(line).toMatch(
    / since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d, http:\/\/127\.0\.0\.1:\d+\. Stop it/,
  );
  expect(line).toContain(first.site);
  expect(look()).toEqual(before);
});

it.each([1, 2])(
  'npm start rebuilds nothing, and stops everything after Ctrl-C (%s×)',
  async (times) => {
    // On Ctrl-C, a terminal signals npm and all its descendants, and npm forwards the signal too.
    const npm = () =>
      spawn('npm', ['start'], {
        cwd: projectRoot,
        env: { ...process.env, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
    const product = startOwn(settings, 'start', npm);
    starts.push(product);
    await product.ready();
    expect(product.output()).not.toContain('Building');
    const started = descendantsOf(product.child.pid);
    for (let press = 0; press < times; press += 1)
      process.kill(-(product.child.pid ?? 0), 'SIGINT');
    await product.ended();
    expect(product.output()).toContain('Stopped. The data is kept.');
    await untilGone(started);
    expect(readdirSync(dataDir).sort()).toEqual(['mongodb', 'redis']);
  },
);
