import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';

const run = (command: string, ...args: string[]): string[] =>
  execFileSync(command, args, { cwd: projectRoot, encoding: 'utf8' }).trim().split('\n');

it('every TypeScript file is compiled by one of the configurations', () => {
  const compiled = ['.', 'site', 'office'].flatMap((folder) =>
    run('node_modules/.bin/tsc', '-p', folder, '--listFilesOnly'),
  );
  const known = new Set(compiled.map((file) => relative(projectRoot, file)));
  const sources = run(
    'git',
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.ts',
    '*.tsx',
  );
  // Git also lists files that are deleted but not committed.
  const present = sources.filter((file) => existsSync(join(projectRoot, file)));
  expect(present.filter((file) => !known.has(file))).toEqual([]);
});
