import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { beforeAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';

let eslint: ESLint;

beforeAll(() => {
  // Of a file that is not there, the compiler knows no types.
  eslint = new ESLint({ cwd: projectRoot, overrideConfig: tseslint.configs.disableTypeChecked });
});

/** What the linter says of a file that imports another one, which there must be. */
async function complaints(file: string, source: string): Promise<string[]> {
  const filePath = join(projectRoot, file);
  if (source.startsWith('.')) expect(existsSync(join(dirname(filePath), source))).toBe(true);
  const [result] = await eslint.lintText(`import type { Part } from '${source}';\n`, { filePath });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === 'no-restricted-imports')
    .map(({ message }) => message);
}

describe('the linter refuses an import against the arrows between folders', () => {
  it.each([
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
    ['contract/part.ts', 'express'],
    ['dev/product.ts', '../testing/service.ts'],
    ['api/app.ts', '../testing/start-stores.ts'],
  ])('%s must not import %s', async (file, source) => {
    expect(await complaints(file, source)).toHaveLength(1);
  });

  it.each([
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
    ['contract/part.ts', 'zod/mini'],
  ])('%s may import %s', async (file, source) => {
    expect(await complaints(file, source)).toEqual([]);
  });
});
