import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';

const forbidden: [file: string, source: string][] = [
  ['site/pages/page.ts', '../../platform/logger.ts'],
  ['site/page.ts', '../api/app.ts'],
  ['design/layout.ts', '../site/page-list.ts'],
  ['api/pages/page.ts', '../../worker/main.ts'],
  ['worker/jobs/job.ts', '../../api/app.ts'],
  ['api/pages/page.ts', '../../storage/connection.ts'],
  ['api/pages/page.ts', '../../office/server/app.ts'],
  ['worker/jobs/job.ts', '../../office/features/enquiries/server.ts'],
  ['office/server/app.ts', '../../api/app.ts'],
  ['office/server/app.ts', '../../worker/main.ts'],
  ['office/server/app.ts', '../../site/page-list.ts'],
  ['office/features/audit/Part.tsx', './server.ts'],
  ['office/features/audit/Part.tsx', './read-audit-trail.server.ts'],
  ['office/features/audit/actions.ts', '../enquiries/server.ts'],
  ['office/shell/part.ts', './sign-in/authenticate.server.ts'],
  ['office/shell/part.ts', '../server/task.ts'],
  ['office/controls/Part.tsx', '../terminal/command.ts'],
  ['office/controls/Part.tsx', '../doctor/finding.ts'],
  ['office/controls/Part.tsx', '../../storage/connection.ts'],
  ['office/page-list.ts', './config.ts'],
  ['design/part.ts', '../site/page-list.ts'],
  ['design/part.ts', '../platform/logger.ts'],
  ['storage/model.ts', '../worker/main.ts'],
  ['platform/part.ts', '../storage/connection.ts'],
  ['contract/part.ts', '../platform/logger.ts'],
  ['contract/part.ts', '../firm/firm.ts'],
  ['firm/firm.ts', '../design/tokens.ts'],
  ['platform/part.ts', '../firm/firm.ts'],
  ['contract/part.ts', 'express'],
  ['dev/product.ts', '../testing/service.ts'],
  ['dev/product.ts', '../office/config.ts'],
  ['packages/folder-lock/part.ts', '../../platform/logger.ts'],
  ['packages/folder-lock/part.ts', '../../dev/processes.ts'],
  ['worker/main.ts', '../packages/folder-lock/folder-lock.ts'],
  ['testing/own-start.ts', '../office/config.ts'],
  ['api/app.ts', '../testing/start-stores.ts'],
];

const allowed: [file: string, source: string][] = [
  ['site/pages/page.ts', '../../contract/api.ts'],
  ['site/pages/page.ts', '../../design/tokens.ts'],
  ['api/pages/page.ts', '../../contract/api.ts'],
  ['worker/jobs/job.ts', '../../storage/connection.ts'],
  ['worker/mail/page.ts', '../../design/tokens.ts'],
  ['office/features/audit/read.server.ts', '../../../storage/connection.ts'],
  ['office/main.ts', './server/app.ts'],
  ['office/terminal/command.ts', '../server/task.ts'],
  ['office/features/people/paper.server.ts', '../../../design/tokens.ts'],
  ['office/features/accounts/Part.tsx', './actions.ts'],
  ['office/features/accounts/Part.tsx', '../../../contract/roles.ts'],
  ['site/page.ts', '../design/tokens.ts'],
  ['design/part.ts', '../contract/company.ts'],
  ['firm/firm.ts', '../contract/company.ts'],
  ['design/part.ts', '../firm/firm.ts'],
  ['office/features/audit/Part.tsx', '../../../firm/content/privacy.ts'],
  ['contract/part.ts', 'zod/mini'],
  ['testing/office/run-staff.ts', '../../office/config.ts'],
  ['dev/product.ts', '../packages/folder-lock/folder-lock.ts'],
];

const folder = await mkdtemp(join(tmpdir(), 'folder-arrows-'));
let refused: string[];

beforeAll(async () => {
  await writeImports();
  refused = await lintImports();
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes files with the imports above to a folder with the project's layout and lint rules. */
async function writeImports(): Promise<void> {
  for (const [file, source] of [...forbidden, ...allowed]) {
    if (source.startsWith('.')) {
      expect(existsSync(join(projectRoot, dirname(file), source)), source).toBe(true);
    }
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await appendFile(join(folder, file), `import type {} from '${source}';\n`);
  }
  const config = pathToFileURL(join(projectRoot, 'oxlint.config.ts')).href;
  // Turns off type-aware rules, because these files belong to no TypeScript project.
  const untyped = `import config from '${config}';\nexport default { ...config, options: {} };\n`;
  await writeFile(join(folder, 'oxlint.config.ts'), untyped);
}

/** Returns the refused imports, as file and source. */
async function lintImports(): Promise<string[]> {
  const oxlint = join(projectRoot, 'node_modules/oxlint/bin/oxlint');
  const args = ['--import', import.meta.resolve('tsx'), oxlint, '--format', 'json'];
  // The linter exits with an error because it refuses some imports.
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, written) => {
      resolve(written);
    });
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return diagnostics
    .filter(({ code }) => code.includes('no-restricted-imports'))
    .map(({ filename, message }) => `${filename} ${/'(.*)'/.exec(message)?.[1] ?? message}`);
}

interface Diagnostic {
  filename: string;
  code: string;
  message: string;
}

describe('the linter allows imports only in the direction of dependencies', () => {
  it.each(forbidden)('%s must not import %s', (file, source) => {
    expect(refused).toContain(`${file} ${source}`);
  });

  it.each(allowed)('%s may import %s', (file, source) => {
    expect(refused).not.toContain(`${file} ${source}`);
  });
});
