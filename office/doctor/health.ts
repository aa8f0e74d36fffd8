import { describeNewest, describeProof, trackCanaries } from '../../platform/canary-proof.ts';
import { readProcesses, silentAfter, type ServiceName } from '../../platform/heartbeat.ts';
import { stationNames, type Station, type StationName } from '../features/status/actions.ts';
import { examine } from './examine.ts';
import { worstOf, type Finding, type Level, type Product } from './finding.ts';

interface Health {
  lookedAt: Date;
  level: Level;
  /** When the last test enquiry arrived, as a sentence, or why that is unknown. */
  proven: string;
  /** How far the newest test enquiry got, if it did not arrive. */
  newest: string;
  findings: Finding[];
  chain: Station[];
}

/** The heartbeats and canaries recorded in Redis. */
interface Seen {
  proven: string;
  newest: string;
  processes: Partial<Record<ServiceName, Station['processes']>>;
}

/** Runs the checks and arranges their results along the enquiry pipeline. */
export async function readHealth(product: Product): Promise<Health> {
  // Errors of `readSeen` are ignored, because the findings already report that Redis is down.
  const [findings, seen] = await Promise.all([
    examine(product),
    readSeen(product).catch(() => undefined),
  ]);
  const canary = findings.find(({ id }) => id === 'canary');
  const isOff = canary?.level === 'unknown' && canary.because === undefined;
  return {
    lookedAt: new Date(),
    level: worstOf(findings),
    proven: seen
      ? `${seen.proven}${isOff ? ' Test enquiries are off.' : ''}`
      : 'The time of the last test enquiry is unknown while Redis is down.',
    newest: seen?.newest ?? '',
    findings,
    chain: chainOf(findings, seen),
  };
}

async function readSeen({ redis, queuePrefix }: Product): Promise<Seen> {
  const connection = await redis();
  const proof = await trackCanaries(connection, queuePrefix).read();
  const { now, processes } = await readProcesses(connection, queuePrefix);
  const byService: Seen['processes'] = {};
  for (const { service, host, version, seenAt } of processes) {
    const isReplaced = processes.some(
      (other) => other.service === service && other.host === host && other.seenAt > seenAt,
    );
    if (isReplaced && now - seenAt > silentAfter) continue;
    const age = Math.max(0, Math.round((now - seenAt) / 1_000));
    (byService[service] ??= []).push({ name: host, version, age });
  }
  return {
    proven: describeProof(proof, Date.now()),
    newest: describeNewest(proof, Date.now()),
    processes: byService,
  };
}

/** The checks of each part of the pipeline, the main one first. */
const checksOf: Record<StationName, readonly string[]> = {
  site: ['site'],
  api: ['api', 'api-process'],
  redis: ['redis', 'redis-settings', 'redis-memory', 'redis-data'],
  worker: ['worker', 'queues'],
  mongodb: ['mongodb', 'mongodb-indexes', 'mongodb-disk'],
  mail: ['mail', 'staff'],
};

const worstFirst: readonly Level[] = ['critical', 'warning'];

/** The parts of the pipeline, each with the worst level found. */
export function chainOf(
  findings: readonly Finding[],
  seen: Pick<Seen, 'processes'> | undefined,
): Station[] {
  return stationNames.map((name) => {
    const own = checksOf[name].flatMap((check) =>
      findings.filter(({ id }) => id === check || id.startsWith(`${check}.`)),
    );
    const [main] = own;
    const worst = worstFirst
      .map((level) => own.find((finding) => finding.level === level))
      .find((finding) => finding !== undefined);
    const processes = name === 'api' || name === 'worker' ? seen?.processes[name] : undefined;
    return {
      name,
      level: (worst ?? main)?.level ?? 'unknown',
      says: (worst ?? main)?.says ?? '',
      latency: main?.latency ?? null,
      processes: processes ?? [],
    };
  });
}
