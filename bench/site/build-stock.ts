import { spawnSync } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import { projectRoot } from '../../dev/processes.ts';
import { precompressAll } from '../../site/build/precompress.ts';

/** Builds the pages with the generator's own defaults, and compresses them as ours are. */
export async function buildStock(folder: string): Promise<void> {
  const script = join(projectRoot, 'node_modules/vite-react-ssg/bin/vite-react-ssg.js');
  const args = [script, 'build', '--config', 'bench/site/stock/vite.config.ts'];
  const build = spawnSync(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', SITE_OUT_DIR: folder },
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(`The stock build failed:\n${build.stderr}`);
  await copyFile(join(folder, '404/index.html'), join(folder, '404.html'));
  await precompressAll(folder);
}
