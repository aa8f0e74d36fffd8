import { describeAge } from '../../platform/canary-proof.ts';
import {
  readProcesses,
  silentAfter,
  type ProcessSeen,
  type ServiceName,
} from '../../platform/heartbeat.ts';
import { critical, notLookedAt, ok, warning, type CheckResult, type Product } from './finding.ts';

/** Milliseconds after which one of several that is silent is taken to be gone for good. */
const missedFor = 3_600_000;
const remedy =
  'Restart it, such as docker compose restart NAME. See docs/operations.md, A process is down.';

/** Whether the processes of a service give signs of life. */
export function checkProcesses(service: ServiceName) {
  return async ({ redis, queuePrefix }: Product): Promise<CheckResult[]> => {
    const { now, processes } = await readProcesses(await redis(), queuePrefix);
    const own = processes.filter((process) => process.service === service);
    return [judgeProcesses(service, own, now)];
  };
}

/** What is to be said of the processes of one service, of which those are known. */
export function judgeProcesses(
  service: ServiceName,
  processes: readonly ProcessSeen[],
  now: number,
): CheckResult {
  const alive = processes.filter(({ seenAt }) => now - seenAt <= silentAfter);
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
