import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { projectRoot } from '../dev/processes.ts';
import { pictures } from './charts/bench-charts.ts';
import { chartsFolder, writeChart } from './charts/picture.ts';
import { measureApi } from './measure-api.ts';
import { measureBuild } from './measure-build.ts';
import { measureHostile } from './measure-hostile.ts';
import { measureOffice } from './measure-office.ts';
import { formatSummaries, summarize, type Figure, type Summary } from './figures.ts';
import { openSession, type Session } from './session.ts';
import { measureSite } from './site/measure-site.ts';
import { measureWorker } from './measure-worker.ts';

const sections: Record<string, (session: Session) => Promise<Figure[]>> = {
  site: measureSite,
  api: measureApi,
  worker: measureWorker,
  office: (session) => measureOffice(session, sizes),
  build: measureBuild,
  hostile: (session) => measureHostile(session, flood),
};
const names = Object.keys(sections);

/**
 * Installs the benchmark dependencies, unless they match bench/package-lock.json.
 *
 * @throws Error if npm fails; npm has then printed the reason.
 */
function installTools(say: (line: string) => void): void {
  const folder = join(projectRoot, 'bench');
  const lock = join(folder, 'package-lock.json');
  // Records what is installed. npm ci deletes this file before it installs anything.
  const installed = join(folder, 'node_modules/.installed.json');
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  say('Installing benchmark dependencies: npm ci --prefix bench …');
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', '--prefix', folder, ...quietly], { stdio: ['ignore', 2, 2] });
  copyFileSync(lock, installed);
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      json: { type: 'boolean' },
      rate: { type: 'string', default: '2000' },
      seconds: { type: 'string' },
      /** The numbers of stored enquiries in the office section, such as 20000,200000. */
      enquiries: { type: 'string' },
      charts: { type: 'string', default: chartsFolder },
    },
  });
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Error(`There is no ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  }
  const chosen = names.filter((name) => positionals.length === 0 || positionals.includes(name));
  const { quick = false, json = false, charts } = values;
  const { rate, seconds = quick ? '20' : '60', enquiries = quick ? '2000' : '20000' } = values;
  const sizes = enquiries.split(',').map(Number);
  const flood = { rate: Number(rate), seconds: Number(seconds) };
  return { chosen, quick, json, charts, flood, sizes };
}

/** Describes the machine and its load in one line, because results vary on busy machines. */
function describeMachine(): string {
  const processors = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`;
  const system = `${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()}`;
  const load = loadavg().map((value) => value.toFixed(1));
  const mongodb = session.mongodb ? `, ${session.mongodb}` : '';
  return `${processors}, ${system}, Node ${process.versions.node}${mongodb}, load ${load.join(' ')}`;
}

async function keepResult(name: string, summaries: Summary[]): Promise<void> {
  const folder = join(projectRoot, '.data/bench');
  await mkdir(folder, { recursive: true });
  const result = { at: new Date().toISOString(), machine: describeMachine(), summaries };
  await writeFile(join(folder, `${name}.json`), JSON.stringify(result, null, 2));
}

/**
 * Whether a result fails the run. Missed targets for sizes and for numbers of enquiries do, because
 * these figures are the same on every machine. Other missed targets, such as those for times, do
 * not.
 */
function isFailure({ unit, met }: Summary): boolean {
  return (unit === 'bytes' || unit === 'enquiries') && met === false;
}

const { chosen, quick, json, charts, flood, sizes } = readOptions();
const session = await openSession(quick);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void session.end().then(() => process.exit(130)));
}
try {
  installTools(session.say);
  const results: Record<string, Summary[]> = {};
  for (const [index, name] of chosen.entries()) {
    session.say(`${name}: section ${index + 1} of ${chosen.length}`);
    const summaries = ((await sections[name]?.(session)) ?? []).map(summarize);
    results[name] = summaries;
    await keepResult(name, summaries);
    if (!json) console.log(formatSummaries(name, summaries));
    const picture = pictures[name]?.(summaries);
    if (picture) await writeChart(charts, name, picture, session.say);
  }
  const machine = describeMachine();
  console.log(json ? JSON.stringify({ machine, results }, null, 2) : machine);
  if (Object.values(results).flat().some(isFailure)) process.exitCode = 1;
} finally {
  await session.end();
}
process.exit();
