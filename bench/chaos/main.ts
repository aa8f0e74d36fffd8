import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { withTimeout } from '../../platform/timeout.ts';
import { buildServers } from '../../testing/service.ts';
import { drawChaos, type Moment } from '../charts/chaos-chart.ts';
import { chartsFolder, writeChart } from '../charts/picture.ts';
import { makeEnquiries, sendAll } from './clients.ts';
import { injectFaults, planFaults, waitForDrain } from './faults.ts';
import { startFleet, type Fleet } from './fleet.ts';
import { readOptions, type ChaosOptions } from './options.ts';
import { signInStaff } from './staff.ts';
import {
  formatReport,
  isClean,
  judge,
  judgeReplies,
  type ChaosResult,
  type StoredSubmission,
} from './verdict.ts';

const drainTimeout = 300_000;

// Only the result goes to standard output, so that --json can be piped.
const say = (line: string) => console.error(line);

async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const fleet = await startFleet();
  try {
    const enquiries = makeEnquiries(options.seed, options.submissions);
    const kinds = options.only.filter((kind) => fleet.members[kind].length > 0);
    const plan = planFaults(options.seed, options.kills, kinds);
    const staff = await signInStaff(fleet);
    let begun = 0;
    let released = 0;
    const progress = () => begun / enquiries.length;
    let accepted = 0;
    const start = Date.now();
    const timeline = recordTimeline(fleet, () => accepted);
    const faults = injectFaults(fleet, plan, progress, (share) => (released = share), say);
    const mayBegin = async (number: number) => {
      begun = number;
      while (number / enquiries.length > released) await sleep(10);
    };
    const sent = await sendAll(enquiries, fleet.apis, options.clients, mayBegin, (one) => {
      if (one.reference === undefined) return;
      accepted += 1;
      staff.noteAccepted(one.reference);
    });
    const sending = Date.now() - start;
    const recoveries = await faults;
    say('All sent; waiting for the replies and for the queues to drain.');
    const written = await staff.replies();
    const drain = await waitForDrain(fleet, drainTimeout);
    const moments = await timeline.stop();
    const stored = await fleet.database.submissions.find().lean<StoredSubmission[]>();
    const { counts, lost } = fleet.mail;
    const verdict = judge(sent, stored, counts);
    const replies = judgeReplies(written, counts, lost);
    const unconfirmed = [...lost.values()].reduce((sum, count) => sum + count, 0);
    const retries = sent.reduce((sum, { tries }) => sum + tries - 1, 0);
    const result = { options, verdict, replies, recoveries, drain, retries, unconfirmed };
    return { ...result, sending, moments };
  } finally {
    await fleet.stop();
  }
}

/** Counts accepted, stored and emailed enquiries twice a second until stopped. */
function recordTimeline(fleet: Fleet, accepted: () => number) {
  const { submissions } = fleet.database;
  const start = performance.now();
  const moments: Moment[] = [];
  const ended = new AbortController();
  const record = async () => {
    const last = moments.at(-1)?.stored ?? 0;
    // While MongoDB is down nothing is stored, so the last count remains valid.
    const stored = await withTimeout(400, submissions.countDocuments().exec()).catch(() => last);
    // Each enquiry causes two emails, besides replies.
    const ids = [...fleet.mail.counts.keys()].filter((id) => !id.includes('.reply-'));
    const mailed = Math.floor(ids.length / 2);
    const at = Math.round(performance.now() - start);
    moments.push({ at, accepted: accepted(), stored, mailed });
  };
  const recording = (async () => {
    while (!ended.signal.aborted) {
      await record();
      await sleep(500);
    }
    await record();
  })();
  return {
    /** Returns all moments, the last with the current counts. */
    async stop(): Promise<Moment[]> {
      ended.abort();
      await recording;
      return moments;
    },
  };
}

async function main(): Promise<void> {
  const options = readOptions();
  await buildServers();
  const result = await runChaos(options);
  await writeChart(options.charts, 'chaos', drawChaos(result), say);
  await mkdir(chartsFolder, { recursive: true });
  await writeFile(join(chartsFolder, 'chaos.json'), JSON.stringify(result));
  console.log(options.json ? JSON.stringify(result, null, 2) : formatReport(result));
  process.exit(isClean(result) ? 0 : 1);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
});
