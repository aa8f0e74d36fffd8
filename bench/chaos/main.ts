import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import * as z from 'zod';

import { buildServers } from '../../testing/service.ts';
import { makeEnquiries, sendAll } from './clients.ts';
import { injectFaults, planFaults, victims, waitForDrain } from './faults.ts';
import { startFleet } from './fleet.ts';
import { formatReport, isClean, type ChaosOptions, type ChaosResult } from './report.ts';
import { judge, type StoredSubmission } from './verdict.ts';

const drainTimeout = 300_000;

const count = z.coerce.number('must be a number').int().min(1);

const optionsSchema = z.object({
  submissions: count.max(1_000_000).default(2_000),
  seed: z.coerce.number('must be a number').int().min(0).max(0x7fffffff).default(1953),
  kills: count.max(1_000).optional(),
  clients: count.max(256).default(24),
  redisCluster: z.boolean().default(false),
  only: z.array(z.enum(victims, `must be one of ${victims.join(', ')}`)).default([...victims]),
  json: z.boolean().default(false),
});

/**
 * Reads the options of `npm run chaos`.
 *
 * @throws Error that names the option and what is wrong with it.
 */
function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({
    args,
    options: {
      submissions: { type: 'string' },
      seed: { type: 'string' },
      kills: { type: 'string' },
      clients: { type: 'string' },
      'redis-cluster': { type: 'boolean' },
      only: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    },
  });
  const { 'redis-cluster': redisCluster, ...rest } = values;
  const result = optionsSchema.safeParse({ ...rest, redisCluster });
  if (!result.success) {
    const issues = result.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`);
    throw new Error(issues.join('\n'));
  }
  const { submissions } = result.data;
  return { ...result.data, kills: result.data.kills ?? Math.max(14, Math.ceil(submissions / 300)) };
}

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
    let released = 0;
    const start = Date.now();
    const faults = injectFaults(
      fleet,
      planFaults(
        options.seed,
        options.kills,
        options.only.filter((kind) => fleet.members[kind].length > 0),
      ),
      () => begun / enquiries.length,
      (share) => (released = share),
      say,
    );
    const sent = await sendAll(enquiries, fleet.apis, options.clients, async (number) => {
      begun = number;
      while (number / enquiries.length > released) await sleep(10);
    });
    const sending = Date.now() - start;
    const recoveries = await faults;
    say('All sent; waiting for the queues to drain.');
    const drain = await waitForDrain(fleet, drainTimeout);
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
  buildServers();
  const result = await runChaos(options);
  console.log(options.json ? JSON.stringify(result, null, 2) : formatReport(result));
  process.exit(isClean(result) ? 0 : 1);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
});
