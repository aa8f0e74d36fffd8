import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';

import { projectRoot } from '../../dev/processes.ts';
import { sendAll } from './clients.ts';
import { makeEnquiries } from './enquiries.ts';
import { startFleet } from './fleet.ts';
import { injectFaults } from './inject-faults.ts';
import { readOptions, type ChaosOptions } from './options.ts';
import { formatReport, isClean, type ChaosResult } from './report.ts';
import { planFaults } from './schedule.ts';
import { judge, type StoredSubmission } from './verdict.ts';
import { waitForDrain } from './wait-for-drain.ts';

const drainPatience = 300_000;

// Standard output is for the result alone, so that --json can be piped.
function say(line: string): void {
  console.error(line);
}

async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chaos-'));
  const fleet = await startFleet(dataDir, options.redisCluster);
  try {
    const enquiries = makeEnquiries(options.seed, options.submissions);
    let begun = 0;
    const start = Date.now();
    const faults = injectFaults(
      fleet,
      planFaults(options.seed, options.kills, options.only),
      () => begun / enquiries.length,
      say,
    );
    const sent = await sendAll(enquiries, fleet.apis, options.clients, (count) => (begun = count));
    const sending = Date.now() - start;
    const recoveries = await faults;
    say('All sent; waiting for the queues to drain.');
    const drain = await waitForDrain(fleet, drainPatience);
    const stored = await readStored(fleet.mongodbUri);
    return {
      options,
      verdict: judge(sent, stored, fleet.mail.counts),
      recoveries,
      drain,
      retries: sent.reduce((sum, { tries }) => sum + tries - 1, 0),
      sending,
    };
  } finally {
    await fleet.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function readStored(uri: string): Promise<StoredSubmission[]> {
  const client = new MongoClient(uri);
  try {
    return await client.db().collection<StoredSubmission>('contactsubmissions').find().toArray();
  } finally {
    await client.close();
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const build = spawnSync('npm', ['run', '--silent', 'build:servers'], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (build.status !== 0) throw new Error('The servers could not be built.');
  const result = await runChaos(options);
  console.log(options.json ? JSON.stringify(result, null, 2) : formatReport(result));
  process.exit(isClean(result) ? 0 : 1);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
});
