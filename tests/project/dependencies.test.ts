import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';

interface Locked {
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string>>;

const compatible = ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];
const ofFonts = ['OFL-1.1', 'MIT AND OFL-1.1'];

const { dependencies, devDependencies } = readJson('package.json') as Manifest;
const { packages } = readJson('package-lock.json') as { packages: Record<string, Locked> };
const servers = sources('contract', 'platform', 'storage', 'api', 'worker', 'office');
const publicDoor = sources('contract', 'platform', 'api');
const site = sources('contract', 'design', 'firm', 'site');

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
}

function sources(...folders: string[]): string {
  return folders
    .flatMap((folder) => {
      const files = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
      return files.filter((file) => /(?<!\.test)\.tsx?$/.test(file)).map((file) => [folder, file]);
    })
    .map(([folder = '', file = '']) => readFileSync(join(projectRoot, folder, file), 'utf8'))
    .join('\n');
}

function licenceOf(name: string): string | undefined {
  return packages[`node_modules/${name}`]?.license;
}

/** For packages that declare no licence: MIT if their LICENSE file says so, or undefined. */
function writtenLicence(path: string): string | undefined {
  const text = readFileSync(join(projectRoot, path, 'LICENSE'), 'utf8');
  return /^MIT License\n/.test(text) ? 'MIT' : undefined;
}

describe('every package that production installs', () => {
  it.each(Object.keys(dependencies))('%s is used by a server', (name) => {
    expect(servers).toMatch(new RegExp(`'${name}(/[^']*)?'`));
  });

  it('is not imported by the API if it is a MongoDB driver', () => {
    expect(publicDoor).not.toMatch(/'(mongoose|mongodb)['/]/);
  });

  it('is named in docs/architecture.md with its licence', () => {
    const [, section = ''] = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8').split(
      '\n## Dependencies and licences\n',
    );
    const rows = [...section.matchAll(/^\| (`.+?`) +\| (\S+(?: \S+)*) +\|/gm)].flatMap(
      ([, names = '', licence]) =>
        [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name, licence]),
    );
    const locked = Object.keys(dependencies).map((name) => [name, licenceOf(name)]);
    expect(rows.sort()).toEqual(locked.sort());
  });

  it('is compatible with MIT-licensed code, like all of its dependencies', () => {
    const installed = Object.entries(packages).filter(
      ([path, { dev, optional, devOptional }]) => path && !dev && !optional && !devOptional,
    );
    expect(installed.length).toBeGreaterThan(100);
    const known = installed.map(([path, { license }]) => [path, license ?? writtenLicence(path)]);
    const mayBeUsed = [...compatible, ...ofFonts];
    const others = known.filter(([, license = '']) => !mayBeUsed.includes(license));
    expect(others.map(([path, license]) => `${path}: ${license}`)).toEqual([]);
  });
});

it('every package that the site uses may be redistributed', () => {
  const named = [...site.matchAll(/'((?:@[\w-]+\/)?[\w-]+)(?:\/[^']*)?'/g)].map(
    ([, name = '']) => name,
  );
  const used = [...new Set(named)].filter((name) => licenceOf(name) !== undefined);
  expect(used).toEqual(expect.arrayContaining(['react', 'zod']));
  const allowed = [...compatible, ...ofFonts];
  expect(used.filter((name) => !allowed.includes(licenceOf(name) ?? ''))).toEqual([]);
});

it('at most 750 packages are locked, because each has to be trusted and updated', () => {
  expect(Object.keys(packages).filter(Boolean).length).toBeLessThanOrEqual(750);
});

it('benchmark dependencies are installed separately, in exact versions', () => {
  const bench = readJson('bench/package.json') as Manifest;
  const lock = readJson('bench/package-lock.json') as { packages: Record<string, object> };
  expect(lock.packages['']).toMatchObject({ dependencies: bench.dependencies });
  const root = { ...dependencies, ...devDependencies };
  expect(Object.keys(bench.dependencies).filter((name) => name in root)).toEqual([]);
  // Transitive dependencies at the top level of bench/ would hide the root's versions.
  const atTop = Object.keys(lock.packages).filter(
    (path) => path.split('node_modules/').length === 2,
  );
  expect(atTop).toEqual(Object.keys(bench.dependencies).map((name) => `node_modules/${name}`));
  const versions = Object.values(bench.dependencies);
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
