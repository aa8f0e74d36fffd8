import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { buildServers } from '#support/service.ts';
import { makeEnquiries, sendAll } from './clients.ts';
import { injectFaults, planFaults, waitForDrain } from './faults.ts';
import { startFleet, victims, type Victim } from './fleet.ts';
import { formatReport, judge, type Outcome, type StoredSubmission } from './verdict.ts';

const help = `npm run chaos -- [--submissions 2000] [--kills 14] [--seed 1953] [--clients 24] [--only api]
Sends enquiries through the whole product while parts of it are killed, then counts what was lost.
--only can be given several times: ${victims.join(', ')}.`;

const drainTimeout = 300_000;

type ChaosOptions = ReturnType<typeof readOptions>;

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      submissions: { ...text, default: '2000' },
      kills: text,
      seed: { ...text, default: '1953' },
      clients: { ...text, default: '24' },
      only: { ...text, multiple: true, default: [...victims] },
    },
  });
  const submissions = Number(values.submissions);
  const kills = Number(values.kills ?? Math.max(14, Math.ceil(submissions / 300)));
  const numbers = {
    submissions,
    kills,
    seed: Number(values.seed),
    clients: Number(values.clients),
  };
  const only = values.only.filter((name): name is Victim => victims.includes(name as Victim));
  const isValid = Object.values(numbers).every((number) => Number.isSafeInteger(number));
  if (!isValid || only.length < values.only.length) throw new Error(help);
  return { ...numbers, only };
}

async function runChaos({ seed, submissions, kills, clients, only }: ChaosOptions) {
  const fleet = await startFleet();
  try {
    const enquiries = makeEnquiries(seed, submissions);
    let begun = 0;
    let released = 0;
    const faults = injectFaults(
      fleet,
      planFaults(seed, kills, only),
      () => begun / enquiries.length,
      (share) => (released = share),
    );
    const sent = await sendAll(enquiries, fleet.apis, clients, async (number) => {
      begun = number;
      while (number / enquiries.length > released) await sleep(10);
    });
    await faults;
    console.error('All sent; waiting for the queues to drain.');
    const drain = await waitForDrain(fleet, drainTimeout);
    const stored = await fleet.database.submissions.find().lean<StoredSubmission[]>();
    return { sent, stored, mails: fleet.mail.counts, faults: kills, drain } satisfies Outcome;
  } finally {
    await fleet.stop();
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  buildServers();
  const outcome = await runChaos(options);
  const { seed, submissions, kills } = options;
  console.log(formatReport(`seed ${seed}, ${submissions} enquiries, ${kills} faults`, outcome));
  process.exit(judge(outcome).isClean ? 0 : 1);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
});
