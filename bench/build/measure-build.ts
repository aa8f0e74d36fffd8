import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { stopChild } from '../../dev/children.ts';
import { projectRoot } from '../../dev/processes.ts';
import { bundleProcesses, meterFile } from '../bundle-processes.ts';
import { atMost, figure, type Figure } from '../figure.ts';
import type { Reading } from '../meter.ts';
import { runRounds } from '../rounds.ts';
import type { Session } from '../session.ts';
import { ratios } from '../statistics.ts';

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
const builds = ['shipped', 'stock', 'plain'] as const;

interface Sample {
  seconds: number;
  cpu: number;
  memory: number;
}

/** `npm run bench -- build` */
export async function measureBuild(session: Session): Promise<Figure[]> {
  await bundleProcesses([]);
  const { shipped, stock, plain } = await runRounds(
    session.quick ? 2 : 5,
    builds,
    (name, round) => {
      session.say(`build: round ${round + 1}, ${name}`);
      return build(session, name);
    },
  );
  const all = (of: Sample[], key: keyof Sample) => of.map((sample) => sample[key]);
  return [
    figure(
      'time: build:site / plain vite build',
      'times',
      ratios(all(shipped, 'seconds'), all(plain, 'seconds')),
      atMost(2),
    ),
    figure(
      'time: vite-react-ssg alone / plain vite build',
      'times',
      ratios(all(stock, 'seconds'), all(plain, 'seconds')),
    ),
    figure('time: build:site', 's', all(shipped, 'seconds')),
    figure('time: vite-react-ssg alone', 's', all(stock, 'seconds')),
    figure('time: plain vite build', 's', all(plain, 'seconds')),
    figure('CPU time: build:site', 's', all(shipped, 'cpu')),
    figure('CPU time: plain vite build', 's', all(plain, 'cpu')),
    figure('memory at the most: build:site', 'MB', all(shipped, 'memory')),
    figure('memory at the most: plain vite build', 'MB', all(plain, 'memory')),
  ];
}

async function build(session: Session, name: (typeof builds)[number]): Promise<Sample> {
  const [script = '', ...args] = commands[name];
  const meter = join(session.folder, `${name}-meter.json`);
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', meterFile, join(projectRoot, 'node_modules', script), ...args],
    {
      cwd: projectRoot,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        METER_FILE: meter,
        SITE_OUT_DIR: join(session.folder, name),
      },
      stdio: 'ignore',
      detached: true,
    },
  );
  session.onEnd(() => stopChild(child));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The ${name} build failed (${String(code)}).`);
  const { cpu, highestMemory } = JSON.parse(await readFile(meter, 'utf8')) as Reading;
  return { seconds: (performance.now() - started) / 1_000, cpu, memory: highestMemory };
}
