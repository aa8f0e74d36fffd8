import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Findings {
  passed: string[];
  violations: AxeResults['violations'];
}

// By default axe would also describe and transfer every node that passes.
const findInPage = `axe.run(document, { resultTypes: ['violations'] }).then(
  ({ passes, violations }) => ({ passed: passes.map(({ id }) => id), violations }),
)`;

/** Checks light and dark mode. */
export async function findViolations(page: Page): Promise<string[]> {
  // The debugger evaluates the script, so the page's content security policy does not apply.
  await page.evaluate(axe);
  const findings: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { passed, violations } = await page.evaluate<Findings>(findInPage);
    if (!passed.includes('color-contrast')) {
      throw new Error('Colour contrast was not checked.');
    }
    for (const { id, nodes } of violations) {
      findings.push(...nodes.map(({ target }) => `${colorScheme}, ${id}: ${target.join(' ')}`));
    }
  }
  return findings;
}
