import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { projectRoot } from '../../dev/processes.ts';

/** Where pictures go unless a run names another folder, so that no trial changes the documents. */
export const chartsFolder = join(projectRoot, '.data/bench');

/** Writes a picture as `<folder>/chart-<name>.svg`. */
export async function writeChart(
  folder: string,
  name: string,
  svg: string,
  say: (line: string) => void,
): Promise<void> {
  const picture = join(folder, `chart-${name}.svg`);
  await mkdir(folder, { recursive: true });
  await writeFile(picture, svg);
  say(`Drawn: ${picture}`);
}
