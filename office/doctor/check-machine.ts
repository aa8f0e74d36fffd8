import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { describeAge } from '../../platform/describe-age.ts';
import { readProcesses, serviceNames, type ProcessSeen } from '../../platform/heartbeat.ts';
import { stillAlive } from './check-processes.ts';
import { critical, graded, notChecked, type CheckResult, type Product } from './finding.ts';
import { runbooks } from './runbooks.ts';

/** Limits for the used share of the disk. */
const fullness = { warning: 0.85, critical: 0.95 };
/** Limits for the difference between two clocks, in seconds. */
const skewed = { warning: 2, critical: 30 };
const setClocks = 'See ‘A clock is wrong’ in docs/operations.md.';
const hour = 3_600_000;
/** Limits for the age of the newest backup, in hours: for one and two missed nightly backups. */
const stale = { warning: 26, critical: 50 };

/** Checks the disk that holds the data folder of `npm start`, if the folder is on this machine. */
export async function checkDisk({ dataDir }: Product): Promise<CheckResult[]> {
  const disk = await statfs(dataDir).catch(() => undefined);
  return [disk ? judgeDisk(dataDir, disk) : notChecked('the data folder is not on this machine')];
}

/** Grades a disk by its free blocks. */
export function judgeDisk(
  folder: string,
  { bavail, blocks }: { bavail: number; blocks: number },
): CheckResult {
  const free = bavail / blocks;
  const says = `${Math.round(free * 100)}% of the disk that holds ${folder} is free.`;
  return graded(1 - free, fullness, says, runbooks.diskFull);
}

/** Checks the clocks. Delays, locks and deletions need all machines to agree on the time. */
export async function checkClocks({
  redis,
  database,
  queuePrefix,
}: Product): Promise<CheckResult[]> {
  const connection = await redis();
  const [seconds] = await connection.time();
  const ofRedis = differenceFrom(Number(seconds));
  const { now, processes } = await readProcesses(connection, queuePrefix);
  // The last clock of a process that has ended says nothing about the present.
  const running = stillAlive(processes, now);
  const ofMongodb = differenceFrom((await (await database()).now()) / 1_000);
  return [...judgeMachines(ofRedis, ofMongodb), ...judgeProcessClocks(running)];
}

/** Seconds by which a clock is ahead of this machine's; negative if behind. */
function differenceFrom(seconds: number): number {
  const difference = seconds - Date.now() / 1_000;
  // The clock of Redis is read in whole seconds, so a difference of less than one means nothing.
  return Math.sign(difference) * Math.max(0, Math.abs(difference) - 1);
}

/** Grades the stores' clocks by how many seconds they are ahead of this machine's. */
export function judgeMachines(redis: number, mongodb: number): CheckResult[] {
  const judge = (part: string, whose: string, skew: number, than = "this machine's") => {
    const says = `${whose} clock is ${describeSkew(skew)} ${than}.`;
    return { part, ...graded(Math.abs(skew), skewed, says, setClocks) };
  };
  // If both stores differ by the same amount, this machine's clock is the wrong one.
  if (Math.abs(redis) > skewed.warning && Math.abs(redis - mongodb) <= skewed.warning) {
    return [judge('here', "This machine's", -redis, 'those of Redis and MongoDB')];
  }
  return [judge('redis', 'The Redis', redis), judge('mongodb', 'The MongoDB', mongodb)];
}

/** A difference in words, such as `3 h ahead of`. */
function describeSkew(seconds: number): string {
  return `${describeAge(Math.abs(seconds) * 1_000)} ${seconds > 0 ? 'ahead of' : 'behind'}`;
}

/** Grades the process clock that differs most from the clock of Redis. */
export function judgeProcessClocks(
  processes: readonly Pick<ProcessSeen, 'service' | 'host' | 'seenAt' | 'clock'>[],
): CheckResult[] {
  const worst = processes
    .map(({ service, host, seenAt, clock }) => ({ service, host, skew: (clock - seenAt) / 1_000 }))
    .sort((a, b) => Math.abs(b.skew) - Math.abs(a.skew))[0];
  if (!worst) return [];
  const { service, host, skew } = worst;
  const says = `The clock of the ${serviceNames[service]} on ${host} is ${describeSkew(skew)} that of Redis.`;
  const follows = ['redis', 'mongodb', 'clocks.here', 'clocks.redis'];
  return [{ part: 'processes', follows, ...graded(Math.abs(skew), skewed, says, setClocks) }];
}

/** Checks the age of the newest backup in BACKUP_DIR. */
export async function checkBackups({ backupDir }: Product): Promise<CheckResult[]> {
  if (backupDir === undefined) return [notChecked('BACKUP_DIR is not set')];
  const names = await readdir(backupDir).catch(() => undefined);
  if (!names)
    return [
      critical(
        `The backup folder ${backupDir} cannot be read.`,
        `Correct BACKUP_DIR. ${runbooks.backups}`,
      ),
    ];
  // Hidden files are unfinished backups. A file deleted since it was listed is ignored.
  const shown = names.filter((name) => !name.startsWith('.'));
  const files = await Promise.all(
    shown.map((name) => stat(join(backupDir, name)).catch(() => undefined)),
  );
  const now = Date.now();
  // A time in the future is from a wrong clock, and says nothing about the age of a backup.
  const times = files.map((file) => (file?.isFile() && file.mtimeMs <= now ? file.mtimeMs : 0));
  const newest = Math.max(0, ...times);
  if (newest === 0) return [critical(`No backup found in ${backupDir}.`, runbooks.backups)];
  const age = now - newest;
  const says = `The newest backup in ${backupDir} is ${describeAge(age)} old.`;
  return [graded(age / hour, stale, says, runbooks.backups)];
}
