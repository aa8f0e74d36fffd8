import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';

let eslint: ESLint;

beforeAll(() => {
  eslint = new ESLint({ cwd: projectRoot });
});

async function complaints(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: `${projectRoot}${file}` });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === 'no-restricted-imports')
    .map(({ message }) => message);
}

describe('the linter refuses an import against the arrows between folders', () => {
  it.each([
    ['site/pages/page.ts', '../../platform/env.ts'],
    ['site/page.ts', '../api/app.ts'],
    ['api/routes/route.ts', '../../worker/worker.ts'],
    ['worker/jobs/job.ts', '../../api/app.ts'],
    ['storage/model.ts', '../worker/worker.ts'],
    ['platform/part.ts', '../storage/connection.ts'],
    ['contract/part.ts', '../platform/env.ts'],
    ['contract/part.ts', 'express'],
    ['api/app.ts', '../tests/start-stores.ts'],
  ])('%s must not import %s', async (file, source) => {
    expect(await complaints(file, `import '${source}';\n`)).toHaveLength(1);
  });

  it.each([
    ['site/pages/page.ts', '../../contract/api.ts'],
    ['api/routes/route.ts', '../../contract/api.ts'],
    ['worker/jobs/job.ts', '../../storage/connection.ts'],
    ['contract/part.ts', 'zod/mini'],
  ])('%s may import %s', async (file, source) => {
    expect(await complaints(file, `import '${source}';\n`)).toEqual([]);
  });
});
