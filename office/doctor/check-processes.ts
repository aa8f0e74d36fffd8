import type { Queue } from 'bullmq';

import { describeAge } from '../../platform/canary-proof.ts';
import {
  readProcesses,
  silentAfter,
  type ProcessSeen,
  type ServiceName,
} from '../../platform/heartbeat.ts';
import type { TaskContext } from '../server/task.ts';
import { critical, notLookedAt, ok, warning, type CheckResult, type Product } from './finding.ts';

/** Milliseconds after which one of several that is silent is taken to be gone for good. */
const missedFor = 3_600_000;
const remedy =
  'Restart it, such as docker compose restart NAME. See docs/operations.md, A process is down.';

/** Milliseconds for which it is told how long an enquiry has waited for the worker. */
const recent = 3_600_000;

/** Whether the processes of a service give signs of life. */
export function checkProcesses(service: ServiceName) {
  return async ({ redis, queuePrefix }: Product): Promise<CheckResult[]> => {
    const { now, processes } = await readProcesses(await redis(), queuePrefix);
    const own = processes.filter((process) => process.service === service);
    return [judgeProcesses(service, own, now)];
  };
}

/** Milliseconds; undefined where none came lately, or the newest was tried more than once. */
async function timeToTake({ queues }: Pick<TaskContext, 'queues'>): Promise<number | undefined> {
  const { submissions } = await queues();
  const [newest] = await submissions.getCompleted(0, 0);
  if (!newest?.processedOn || newest.attemptsMade > 1) return undefined;
  if (Date.now() - newest.processedOn > recent) return undefined;
  return Math.max(1, newest.processedOn - newest.timestamp);
}

/** Whether workers live and take the jobs of every queue, and how long the newest enquiry waited. */
export async function checkWorkers(product: Product): Promise<CheckResult[]> {
  const [found] = await checkProcesses('worker')(product);
  if (found?.level === 'critical') return [found];
  const queues = Object.values(await product.queues()) as Queue[];
  const counts = await Promise.all(queues.map((queue) => queue.getWorkersCount()));
  const left = queues.filter((_, index) => counts[index] === 0).map(({ name }) => name);
  if (left.length === 0) {
    const latency = await timeToTake(product);
    return found ? [latency === undefined ? found : { ...found, latency }] : [];
  }
  // It takes none before MongoDB was there once.
  const follows = ['redis', 'mongodb'];
  return [{ follows, ...critical(`None takes the jobs of ${left.join(', ')}.`, remedy) }];
}

/** What is to be said of the processes of one service, of which those are known. */
export function judgeProcesses(
  service: ServiceName,
  processes: readonly ProcessSeen[],
  now: number,
): CheckResult {
  const alive = stillAlive(processes, now);
  const silent = processes.filter((process) => isMissed(process, alive, now));
  if (alive.length > 0) {
    const says = `Alive: ${alive.map((process) => nameOf(process, now)).join('; ')}.`;
    if (silent.length === 0) return ok(says);
    const missed = silent.map((process) => nameOf(process, now)).join('; ');
    return warning(`${says} Silent: ${missed}.`, remedy);
  }
  const last = [...processes].sort((a, b) => b.seenAt - a.seenAt)[0];
  if (last) {
    const says = `None gives a sign of life: it hangs or does not run. The last was ${nameOf(last, now)}.`;
    return critical(says, remedy);
  }
  if (service === 'worker') return critical('None has ever given a sign of life.', remedy);
  return notLookedAt('none has given a sign of life in the last day');
}

function stillAlive(processes: readonly ProcessSeen[], now: number): ProcessSeen[] {
  return processes.filter(({ seenAt }) => now - seenAt <= silentAfter);
}

/** Whether all that live are of one version. */
export async function checkVersions({ redis, queuePrefix }: Product): Promise<CheckResult[]> {
  const { now, processes } = await readProcesses(await redis(), queuePrefix);
  return [judgeVersions(processes, now)];
}

/** What is to be said of the versions of those processes. */
export function judgeVersions(processes: readonly ProcessSeen[], now: number): CheckResult {
  const alive = stillAlive(processes, now);
  if (alive.length === 0) return notLookedAt('no process gives a sign of life');
  const versions = new Set(alive.map(({ version }) => version));
  if (versions.size === 1) return ok(`All that live are of version ${[...versions].join('')}.`);
  const each = new Set(alive.map(({ service, version }) => `${service} ${version}`));
  return warning(
    `Not all are of one version: ${[...each].sort().join(', ')}.`,
    'Upgrade the others too. See docs/operations.md, Upgrade without downtime.',
  );
}

/**
 * Not one that was replaced on its host, nor one of several that is gone for good, nor one from
 * before all were started, as a restored Redis remembers them.
 */
function isMissed(process: ProcessSeen, alive: readonly ProcessSeen[], now: number): boolean {
  const silentFor = now - process.seenAt;
  if (silentFor <= silentAfter || silentFor > missedFor) return false;
  const later = alive.filter(({ startedAt }) => startedAt > process.seenAt);
  return later.length < alive.length && !later.some(({ host }) => host === process.host);
}

function nameOf({ host, version, seenAt }: ProcessSeen, now: number): string {
  return `${version} on ${host}, seen ${describeAge(now - seenAt)} ago`;
}
