import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { stopChild, projectRoot } from '../../dev/processes.ts';
import { atMost, figure, type Figure } from '../figure.ts';
import type { Session } from '../session.ts';
import { ratios, runRounds } from '../statistics.ts';

const generator = 'vite-react-ssg/bin/vite-react-ssg.js';
const stockConfig = 'bench/site/stock/vite.config.ts';
const commands = {
  // What `npm run build:site` runs.
  shipped: [generator, 'build', '--config', 'vite.config.ts'],
  // The same pages rendered by the generator alone.
  stock: [generator, 'build', '--config', stockConfig],
  // The same pages as an application that renders them in the browser.
  plain: ['vite/bin/vite.js', 'build', '--config', stockConfig],
};
type Build = keyof typeof commands;

/** `npm run bench -- build` */
export async function measureBuild(session: Session): Promise<Figure[]> {
  const builds: Build[] = ['shipped', 'stock', 'plain'];
  const { shipped, stock, plain } = await runRounds(
    session.quick ? 2 : 5,
    builds,
    (name, round) => {
      session.say(`build: round ${round + 1}, ${name}`);
      return build(session, name, join(session.folder, name));
    },
  );
  return [
    figure('time: build:site / plain vite build', 'times', ratios(shipped, plain), atMost(2)),
    figure('time: vite-react-ssg alone / plain vite build', 'times', ratios(stock, plain)),
    figure('time: build:site', 's', shipped),
    figure('time: vite-react-ssg alone', 's', stock),
    figure('time: plain vite build', 's', plain),
  ];
}

/** Builds into a folder. Returns the seconds that it took. */
export async function build(session: Session, name: Build, folder: string): Promise<number> {
  const [script = '', ...args] = commands[name];
  const started = performance.now();
  const child = spawn(process.execPath, [join(projectRoot, 'node_modules', script), ...args], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', SITE_OUT_DIR: folder },
    stdio: 'ignore',
    detached: true,
  });
  session.onEnd(() => stopChild(child));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The ${name} build failed (${String(code)}).`);
  return (performance.now() - started) / 1_000;
}
