import type { Queue } from 'bullmq';

import { describeAge } from '../../platform/describe-age.ts';
import {
  readProcesses,
  serviceNames,
  silentAfter,
  type ProcessSeen,
  type ServiceName,
} from '../../platform/heartbeat.ts';
import type { TaskContext } from '../server/task.ts';
import { critical, notChecked, ok, warning, type CheckResult, type Product } from './finding.ts';
import { runbooks } from './runbooks.ts';

/** Milliseconds after which a silent process counts as removed, if other processes are running. */
const missedFor = 3_600_000;
const remedy = `Restart it, for example with docker compose restart NAME. ${runbooks.processDown}`;

/** The waiting time of the last stored enquiry is reported for this many milliseconds. */
const recent = 3_600_000;

/** Returns the check of a service's heartbeats. */
export function checkProcesses(service: ServiceName) {
  return async ({ redis, queuePrefix }: Product): Promise<CheckResult[]> => {
    const { now, processes } = await readProcesses(await redis(), queuePrefix);
    const own = processes.filter((process) => process.service === service);
    return [judgeProcesses(service, own, now)];
  };
}

/**
 * Milliseconds that the last stored enquiry waited for a worker. Undefined if there is none, or if
 * it was retried or stored over an hour ago.
 */
async function pickupTime({ queues }: Pick<TaskContext, 'queues'>): Promise<number | undefined> {
  const { submissions } = await queues();
  const [newest] = await submissions.getCompleted(0, 0);
  if (!newest?.processedOn || newest.attemptsMade > 1) return undefined;
  if (Date.now() - newest.processedOn > recent) return undefined;
  return Math.max(1, newest.processedOn - newest.timestamp);
}

/** Checks that every queue has a worker, and measures how long the last stored enquiry waited. */
export async function checkWorkers(product: Product): Promise<CheckResult[]> {
  const [found] = await checkProcesses('worker')(product);
  if (found?.level === 'critical') return [found];
  const queues = Object.values(await product.queues()) as Queue[];
  const counts = await Promise.all(queues.map((queue) => queue.getWorkersCount()));
  const left = queues.filter((_, index) => counts[index] === 0).map(({ name }) => name);
  if (left.length === 0) {
    const latency = await pickupTime(product);
    return found ? [latency === undefined ? found : { ...found, latency }] : [];
  }
  // A worker processes no jobs before its first connection to MongoDB.
  const follows = ['redis', 'mongodb'];
  return [
    { follows, ...critical(`No worker is processing jobs from ${left.join(', ')}.`, remedy) },
  ];
}

/** Grades the processes of one service by their heartbeats. */
export function judgeProcesses(
  service: ServiceName,
  processes: readonly ProcessSeen[],
  now: number,
): CheckResult {
  const alive = stillAlive(processes, now);
  const silent = processes.filter((process) => isMissed(process, alive, now));
  if (alive.length > 0) {
    const says = `Running: ${alive.map((process) => nameOf(process, now)).join('; ')}.`;
    if (silent.length === 0) return ok(says);
    const missed = silent.map((process) => nameOf(process, now)).join('; ');
    return warning(`No heartbeat: ${missed}. ${says}`, remedy);
  }
  const last = [...processes].sort((a, b) => b.seenAt - a.seenAt)[0];
  if (last) {
    const says = `No ${serviceNames[service]} is running, or it has hung. Last heartbeat from version ${nameOf(last, now)}.`;
    return critical(says, remedy);
  }
  if (service === 'worker') return critical('No worker has ever sent a heartbeat.', remedy);
  return notChecked('no heartbeat in the last day');
}

/** The processes that have sent a heartbeat lately. */
export function stillAlive(processes: readonly ProcessSeen[], now: number): ProcessSeen[] {
  return processes.filter(({ seenAt }) => now - seenAt <= silentAfter);
}

/** Checks that all running processes have the same version. */
export async function checkVersions({ redis, queuePrefix }: Product): Promise<CheckResult[]> {
  const { now, processes } = await readProcesses(await redis(), queuePrefix);
  return [judgeVersions(processes, now)];
}

/** Grades the versions of running processes. */
export function judgeVersions(processes: readonly ProcessSeen[], now: number): CheckResult {
  const alive = stillAlive(processes, now);
  if (alive.length === 0) return notChecked('no process is sending heartbeats');
  const versions = new Set(alive.map(({ version }) => version));
  if (versions.size === 1) return ok(`All processes run version ${[...versions].join('')}.`);
  const each = new Set(alive.map(({ service, version }) => `${serviceNames[service]} ${version}`));
  return warning(
    `Different versions are running: ${[...each].sort().join(', ')}.`,
    'Upgrade the remaining processes. See ‘Upgrade without downtime’ in docs/operations.md.',
  );
}

/**
 * Whether a process has unexpectedly fallen silent. False if the process was replaced on its host
 * or counts as removed, or if all running processes started after its last heartbeat, as they do
 * after a restore of Redis.
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
