import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { beforeAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';

let eslint: ESLint;

beforeAll(() => {
  // Of a file that is not there, the compiler knows no types.
  eslint = new ESLint({ cwd: projectRoot, overrideConfig: tseslint.configs.disableTypeChecked });
});

async function complaints(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: `${projectRoot}${file}` });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === 'no-restricted-imports')
    .map(({ message }) => message);
}

describe('the linter refuses an import against the arrows between folders', () => {
  it.each([
    ['site/pages/page.ts', '../../platform/logger.ts'],
    ['site/page.ts', '../api/app.ts'],
    ['design/layout.ts', '../site/page-list.ts'],
    ['api/routes/route.ts', '../../worker/worker.ts'],
    ['worker/jobs/job.ts', '../../api/app.ts'],
    ['api/routes/route.ts', '../../storage/connection.ts'],
    ['api/routes/route.ts', '../../office/server/app.ts'],
    ['worker/jobs/job.ts', '../../office/tasks/find-submissions.ts'],
    ['office/server/app.ts', '../../api/app.ts'],
    ['office/tasks/task.ts', '../../worker/worker.ts'],
    ['office/pages/page.ts', '../../site/routes.ts'],
    ['design/theme.ts', '../site/routes.ts'],
    ['design/theme.ts', '../platform/logger.ts'],
    ['storage/model.ts', '../worker/worker.ts'],
    ['platform/part.ts', '../storage/connection.ts'],
    ['contract/part.ts', '../platform/logger.ts'],
    ['contract/part.ts', 'express'],
    ['dev/product.ts', '../testing/service.ts'],
    ['api/app.ts', '../tests/start-stores.ts'],
  ])('%s must not import %s', async (file, source) => {
    expect(await complaints(file, `import '${source}';\n`)).toHaveLength(1);
  });

  it.each([
    ['site/pages/page.ts', '../../contract/api.ts'],
    ['site/pages/page.ts', '../../design/tokens.ts'],
    ['api/routes/route.ts', '../../contract/api.ts'],
    ['worker/jobs/job.ts', '../../storage/connection.ts'],
    ['worker/mail/page.ts', '../../design/theme.ts'],
    ['office/tasks/task.ts', '../../storage/connection.ts'],
    ['office/pages/page.ts', '../../design/theme.ts'],
    ['site/page.ts', '../design/theme.ts'],
    ['design/theme.ts', '../contract/company.ts'],
    ['contract/part.ts', 'zod/mini'],
  ])('%s may import %s', async (file, source) => {
    expect(await complaints(file, `import '${source}';\n`)).toEqual([]);
  });
});
