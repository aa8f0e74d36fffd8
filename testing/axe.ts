import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is wrong with the page as it stands, in the light and in the dark. */
export async function findViolations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not concern.
  await page.evaluate(axe);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const results = await page.evaluate<AxeResults>('axe.run(document)');
    if (!results.passes.some(({ id }) => id === 'color-contrast')) {
      throw new Error('The contrast of colours was not looked at.');
    }
    for (const { id, nodes } of results.violations) {
      found.push(...nodes.map(({ target }) => `${colorScheme}, ${id}: ${target.join(' ')}`));
    }
  }
  return found;
}
