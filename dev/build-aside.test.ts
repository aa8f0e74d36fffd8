import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { buildAside, swapIn } from './build-aside.ts';
import { isRunning, spawnNode } from './processes.ts';

let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'builds-'));
  folder = join(parent, 'dist');
});

afterEach(() => rmSync(parent, { recursive: true }));

function write(built: string, text: string): void {
  for (const each of [built, `${built}-pages`]) {
    mkdirSync(join(each, 'assets'), { recursive: true });
    writeFileSync(join(each, 'assets/page.html'), text);
  }
}

function read(built = folder): string[] {
  return [built, `${built}-pages`].map((each) =>
    readFileSync(join(each, 'assets/page.html'), 'utf8'),
  );
}

it('replaces a build and its companion folders only when the new build is complete', () => {
  write(folder, 'old');
  writeFileSync(join(folder, 'gone.html'), '');
  const aside = buildAside(folder);
  write(aside, 'new');
  expect(read()).toEqual(['old', 'old']);
  swapIn(aside);
  expect(read()).toEqual(['new', 'new']);
  expect(readdirSync(folder)).toEqual(['assets']);
  expect(readdirSync(parent).sort()).toEqual(['dist', 'dist-pages']);
});

it('a first build creates its folders', () => {
  const aside = buildAside(join(parent, 'new/dist'));
  write(aside, 'first');
  swapIn(aside);
  expect(read(join(parent, 'new/dist'))).toEqual(['first', 'first']);
});

it('removes the temporary folder of a killed build, but not that of a running one', async () => {
  const killed = spawn('sleep', ['60']);
  const running = spawn('sleep', ['60']);
  const left = [killed, running].map(({ pid }) => `.building-${pid}`);
  for (const name of left) write(join(parent, name, 'dist'), 'half');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  buildAside(folder);
  running.kill();
  expect(readdirSync(parent)).toEqual(left.slice(1));
});

it('two concurrent builds leave complete folders, and no temporary ones', async () => {
  const script = `
    import { buildAside, swapIn } from './dev/build-aside.ts';
    import { mkdirSync, writeFileSync } from 'node:fs';
    for (;;) {
      const aside = buildAside(process.argv[1]);
      for (const each of [aside, aside + '-pages']) {
        mkdirSync(each + '/assets', { recursive: true });
        writeFileSync(each + '/assets/page.html', 'theirs');
      }
      swapIn(aside);
      if (!process.connected) break;
      process.send('swapped', () => undefined);
      await new Promise(setImmediate);
    }`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, folder];
  const other = spawnNode(args, {}, ['ignore', 'ignore', 'inherit', 'ipc']);
  await once(other, 'message');
  for (let count = 0; count < 150; count += 1) {
    const aside = buildAside(folder);
    write(aside, 'ours');
    swapIn(aside);
  }
  expect(isRunning(other)).toBe(true);
  other.disconnect();
  expect(await once(other, 'exit')).toEqual([0, null]);
  for (const text of read()) expect(text).toMatch(/^(ours|theirs)$/);
  expect(readdirSync(parent).sort()).toEqual(['dist', 'dist-pages']);
}, 30_000);
