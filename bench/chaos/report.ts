import { victims, type Drain, type Recovery, type Victim } from './faults.ts';
import type { Verdict } from './verdict.ts';

export interface ChaosOptions {
  submissions: number;
  seed: number;
  /** How many faults are injected, spread over all the processes. */
  kills: number;
  /** How many clients send at the same time. */
  clients: number;
  /** Three APIs and three workers on a Redis Cluster of three, not two of each on one Redis. */
  redisCluster: boolean;
  /** The kinds of process that are killed. */
  only: Victim[];
  json: boolean;
}

/** All that a run found out. */
export interface ChaosResult {
  options: ChaosOptions;
  verdict: Verdict;
  recoveries: Recovery[];
  drain: Drain;
  /** Tries beyond the first, over all enquiries. */
  retries: number;
  /** Milliseconds that sending took. */
  sending: number;
}

// The parts between whose fates a mail can be sent but not yet noted as sent.
const interrupters: Victim[] = ['worker', 'smtp'];

/**
 * Whether the run kept every promise: nothing lost, doubled, altered or left undone, and no more
 * repeated mails than faults that can come between a mail server's 250 and the note of it.
 */
export function isClean({ verdict, drain, recoveries }: ChaosResult): boolean {
  const interruptions = recoveries.filter(({ victim }) => interrupters.includes(victim));
  return (
    verdict.lost + verdict.storedTwice + verdict.altered + verdict.misdated === 0 &&
    verdict.mailsMissing === 0 &&
    verdict.acknowledged === verdict.sent &&
    verdict.mailsRepeated <= interruptions.length &&
    drain.drained &&
    drain.failed === 0
  );
}

/** The result as a table for people. */
export function formatReport(result: ChaosResult): string {
  const { options, verdict, drain, recoveries } = result;
  const rows: [string, string | number][] = [
    ['enquiries sent', verdict.sent],
    ['acknowledged (202)', verdict.acknowledged],
    ['stored', verdict.stored],
    ['acknowledged but lost', verdict.lost],
    ['stored twice', verdict.storedTwice],
    ['contents or reference altered', verdict.altered],
    ['with an impossible time', verdict.misdated],
    ['mails missing', verdict.mailsMissing],
    ['mails sent once', verdict.mailsOnce],
    ['mails sent again', verdict.mailsRepeated],
    ['jobs failed', drain.failed],
    ['tries beyond the first', result.retries],
    ['sending took', `${(result.sending / 1_000).toFixed(1)} s`],
    ['then drained in', drain.drained ? `${(drain.took / 1_000).toFixed(1)} s` : 'not drained'],
    ...victims.map((victim): [string, string] => [
      victim,
      describeRecoveries(recoveries.filter((one) => one.victim === victim)),
    ]),
  ];
  const lines = rows.map(
    ([name, value]) => `| ${name.padEnd(30)} | ${String(value).padStart(38)} |`,
  );
  const title = `seed ${options.seed}, ${options.submissions} enquiries, ${options.kills} faults${options.redisCluster ? ', 3 + 3 on a Redis Cluster' : ''}`;
  return [
    title,
    '',
    ...lines,
    '',
    isClean(result) ? 'Nothing lost, nothing twice.' : 'FAILED',
  ].join('\n');
}

function describeRecoveries(recoveries: Recovery[]): string {
  const times = recoveries.map(({ took }) => took).sort((one, other) => one - other);
  const median = times[Math.floor(times.length / 2)];
  const longest = times.at(-1);
  if (median === undefined || longest === undefined) return '0 times';
  return `${times.length} times, back in ${seconds(median)} (at most ${seconds(longest)})`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
