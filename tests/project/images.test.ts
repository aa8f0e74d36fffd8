import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const recipes = ['deploy/server.Dockerfile', 'deploy/web.Dockerfile'];

/**
 * Runs the `find` commands of the servers' image on a folder of modules with the given files.
 * Returns the files that remain, and whether a command failed.
 */
function trim(files: string[]): { fails: boolean; left: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'modules-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const modules = join(folder, 'node_modules/a');
  mkdirSync(modules, { recursive: true });
  for (const file of files) writeFileSync(join(modules, file), '');
  const recipe = read('deploy/server.Dockerfile').replaceAll('\\\n', '');
  const commands = [...recipe.matchAll(/^RUN (.*find .*)$/gm)].map(([, command = '']) => command);
  expect(commands).toHaveLength(2);
  const results = commands.map((command) => spawnSync('sh', ['-c', command], { cwd: folder }));
  return { fails: results.some(({ status }) => status !== 0), left: readdirSync(modules).sort() };
}

it('images contain only the runtime files of their modules, and the licences', () => {
  const kept = ['LICENSE.md', 'NOTICE.md', 'index.js', 'index.mjs', 'licence.ts', 'package.json'];
  const gone = ['README.md', 'index.d.ts', 'index.d.mts', 'index.js.map', 'index.d.cts'];
  expect(trim([...kept, ...gone])).toEqual({ fails: false, left: kept });
});

it('an image cannot be built with a platform-specific module', () => {
  expect(trim(['index.js', 'fast.linux-x64.node'])).toMatchObject({ fails: true });
});

it('no package in the images has a platform-specific module', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
  };
  const installed = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional }]) => path && !dev && !optional && !devOptional,
  );
  const native = installed.flatMap(([path]) =>
    readdirSync(join(projectRoot, path), { recursive: true, encoding: 'utf8' }).filter(
      // Nested packages are listed separately.
      (file) => file.endsWith('.node') && !file.includes('node_modules/'),
    ),
  );
  expect(installed.length).toBeGreaterThan(100);
  expect(native).toEqual([]);
});

it('registry images are pinned by digest, with one digest for each name', () => {
  const bases = recipes.flatMap((file) => [...read(file).matchAll(/^FROM (?:--\S+ )?(\S+:\S+)/gm)]);
  const images = [...read('docker-compose.yml').matchAll(/^ {4}image: (\S+)$/gm)];
  const names = [...bases, ...images].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThanOrEqual(9);
  for (const name of names) expect(name).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  const versions = new Set(names);
  expect(new Set(names.map((name) => name.split(':')[0])).size).toBe(versions.size);
});

it.each(recipes)('npm runs only on the build platform: %s', (file) => {
  const stages = read(file).split(/^(?=FROM )/m);
  const emulated: string[] = [];
  const native = new Set<string>();
  for (const stage of stages) {
    const [, platform, base = '', name = ''] =
      /^FROM (--platform=\$BUILDPLATFORM )?(\S+)(?: AS (\S+))?/.exec(stage) ?? [];
    // A stage has the platform of the stage that it is based on.
    if (platform || native.has(base)) native.add(name);
    else emulated.push(stage);
  }
  expect(emulated.length).toBeGreaterThan(0);
  expect(
    emulated.filter((stage) => stage.startsWith('FROM ') && /^RUN .*npm/m.test(stage)),
  ).toEqual([]);
});
