import { measureApi } from './api/measure-api.ts';
import { measureBuild } from './build/measure-build.ts';
import { summarize, type Figure, type Summary } from './figure.ts';
import { formatSummaries } from './format-summaries.ts';
import { describeMachine } from './machine.ts';
import { readOptions, type SectionName } from './options.ts';
import { openSession, type Session } from './session.ts';
import { measureSite } from './site/measure-site.ts';
import { measureWorker } from './worker/measure-worker.ts';

const sections: Record<SectionName, (session: Session) => Promise<Figure[]>> = {
  site: measureSite,
  api: measureApi,
  worker: measureWorker,
  build: measureBuild,
};

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const session = await openSession(options.quick);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void session.end().then(() => process.exit(130)));
  }
  try {
    const results: Record<string, Summary[]> = {};
    for (const name of options.sections) {
      const summaries = (await sections[name](session)).map(summarize);
      results[name] = summaries;
      if (!options.json) console.log(formatSummaries(name, summaries));
    }
    const machine = describeMachine();
    console.log(options.json ? JSON.stringify({ machine, results }, null, 2) : machine);
    if (Object.values(results).flat().some(isOversized)) process.exitCode = 1;
  } finally {
    await session.end();
  }
  process.exit();
}

/** Sizes are the same on every machine, so one over its target fails the run; a time does not. */
function isOversized({ unit, met }: Summary): boolean {
  return unit === 'bytes' && met === false;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
