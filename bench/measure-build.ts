import { join } from 'node:path';

import { atMost, figure, ratios, type Figure } from './figures.ts';
import { runNode, runRounds, type Session } from './session.ts';

const generator = 'vite-react-ssg/bin/vite-react-ssg.js';
const stockConfig = 'bench/site/stock/vite.config.ts';
const commands = {
  // The build that `npm run build:site` runs.
  shipped: [generator, 'build', '--config', 'vite.config.ts'],
  // The same pages rendered by the generator alone.
  stock: [generator, 'build', '--config', stockConfig],
  // The same pages as an application that renders them in the browser.
  plain: ['vite/bin/vite.js', 'build', '--config', stockConfig],
};

/** `npm run bench -- build`: how long the build of the site takes. */
export async function measureBuild(session: Session): Promise<Figure[]> {
  const builds = ['shipped', 'plain'] as const;
  const { shipped, plain } = await runRounds(session, 'build', [2, 5], builds, (name) =>
    build(session, name, join(session.folder, name)),
  );
  return [
    // build:site also renders pages, draws images, lays out PDFs and compresses files.
    figure('time: build:site / plain vite build', 'times', ratios(shipped, plain), atMost(7)),
    figure('time: build:site', 's', shipped),
    figure('time: plain vite build', 's', plain),
  ];
}

/** Runs one of the builds, with its output in the given folder. Returns the duration in seconds. */
export async function build(
  session: Session,
  name: keyof typeof commands,
  folder: string,
): Promise<number> {
  const [script = '', ...args] = commands[name];
  const started = performance.now();
  const env = { NODE_ENV: 'production', SITE_OUT_DIR: folder };
  await runNode(session, [join('node_modules', script), ...args], env);
  return (performance.now() - started) / 1_000;
}
