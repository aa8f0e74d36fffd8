import { readProcesses, silentAfter, type ServiceName } from '../../platform/heartbeat.ts';
import { stationNames, type Station, type StationName } from '../features/status/actions.ts';
import { examine } from './examine.ts';
import { worstOf, type Finding, type Level, type Product } from './finding.ts';

interface Health {
  lookedAt: Date;
  level: Level;
  findings: Finding[];
  chain: Station[];
}

type Processes = Partial<Record<ServiceName, Station['processes']>>;

/** Runs the checks and arranges their results along the enquiry pipeline. */
export async function readHealth(product: Product): Promise<Health> {
  // The findings already report that Redis is down.
  const [findings, processes] = await Promise.all([
    examine(product),
    readHeartbeats(product).catch(() => ({})),
  ]);
  return {
    lookedAt: new Date(),
    level: worstOf(findings),
    findings,
    chain: chainOf(findings, processes),
  };
}

async function readHeartbeats({ redis, queuePrefix }: Product): Promise<Processes> {
  const { now, processes } = await readProcesses(await redis(), queuePrefix);
  const byService: Processes = {};
  for (const { service, host, version, seenAt } of processes) {
    const isReplaced = processes.some(
      (other) => other.service === service && other.host === host && other.seenAt > seenAt,
    );
    if (isReplaced && now - seenAt > silentAfter) continue;
    const age = Math.max(0, Math.round((now - seenAt) / 1_000));
    (byService[service] ??= []).push({ name: host, version, age });
  }
  return byService;
}

/** The checks of each part of the pipeline, the main one first. */
const checksOf: Record<StationName, readonly string[]> = {
  site: ['site'],
  api: ['api', 'api-process'],
  redis: ['redis', 'redis-settings', 'redis-memory'],
  worker: ['worker', 'queues'],
  mongodb: ['mongodb', 'mongodb-indexes', 'mongodb-disk'],
  mail: ['mail', 'staff'],
};

const worstFirst: readonly Level[] = ['critical', 'warning'];

/** The parts of the pipeline, each with the worst level found. */
export function chainOf(findings: readonly Finding[], seen: Processes): Station[] {
  return stationNames.map((name) => {
    const own = checksOf[name].flatMap((check) =>
      findings.filter(({ id }) => id === check || id.startsWith(`${check}.`)),
    );
    const [main] = own;
    const worst = worstFirst
      .map((level) => own.find((finding) => finding.level === level))
      .find((finding) => finding !== undefined);
    const processes = name === 'api' || name === 'worker' ? seen[name] : undefined;
    return {
      name,
      level: (worst ?? main)?.level ?? 'unknown',
      says: (worst ?? main)?.says ?? '',
      latency: main?.latency ?? null,
      processes: processes ?? [],
    };
  });
}
