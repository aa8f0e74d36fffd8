import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { projectRoot } from '../../dev/processes.ts';

/** Where pictures go unless a run names another folder, so that no trial changes the documents. */
export const chartsFolder = join(projectRoot, 'build/charts');

/** Writes a picture as `<folder>/chart-<name>.svg`, and what it was drawn from beside it in `build/charts`. */
export async function writeChart(
  folder: string,
  name: string,
  data: unknown,
  svg: string,
  say: (line: string) => void,
): Promise<void> {
  const picture = join(folder, `chart-${name}.svg`);
  await Promise.all([chartsFolder, folder].map((one) => mkdir(one, { recursive: true })));
  await writeFile(join(chartsFolder, `chart-${name}.json`), JSON.stringify(data, null, 1));
  await writeFile(picture, svg);
  say(`Drawn: ${picture}`);
}
