import { answer, startHttpServer, type RunningServer } from '#server/http.ts';
import { withTimeout } from '#server/process.ts';
import { describeRefusal } from '#storage/mongodb.ts';
import type { Consumer } from './consumer.ts';
import type { WorkerContext } from './worker.ts';

const checkTimeout = 2_000;
const watchEvery = 5_000;
/** Milliseconds: an email can take 11 minutes, of which ten are the server's. */
const longestMail = 660_000;

/** Serves /healthz and /readyz. Resolves to undefined if WORKER_PORT is 0. */
export async function startHealth(
  { config, database, redis }: WorkerContext,
  takesJobs: () => boolean,
): Promise<RunningServer | undefined> {
  const { QUEUE_PREFIX: prefix, WORKER_HOST: host, WORKER_PORT: port } = config;
  if (port === 0) return undefined;

  async function reasonsAgainst(): Promise<string> {
    const [written, pinged] = await Promise.allSettled([
      withTimeout(checkTimeout, redis.set(`${prefix}:ready`, '', 'EX', 60)),
      withTimeout(checkTimeout, database.ping()),
    ]);
    const reasons: string[] = [];
    if (written.status === 'rejected') reasons.push('Redis is not accepting writes.');
    if (pinged.status === 'rejected') {
      reasons.push(describeRefusal(pinged.reason) ?? 'MongoDB does not answer.');
    }
    if (!takesJobs()) reasons.push('The worker is not taking jobs yet.');
    return reasons.join('\n');
  }

  return startHttpServer(
    ({ url }, response) => {
      if (url === '/healthz') answer(response, 200, 'The worker is running.\n');
      else if (url === '/readyz') {
        void reasonsAgainst().then((reasons) =>
          answer(response, reasons ? 503 : 200, reasons || 'The worker is ready.\n'),
        );
      } else answer(response, 404, 'There is nothing here.\n');
    },
    { host, port },
  );
}

/**
 * Exits when jobs are due and none has moved for too long, because something in the process hangs,
 * or when MongoDB has been away for twice as long, in case the fault is in the driver: npm start,
 * Docker Compose and Kubernetes start it again, and it then waits for MongoDB.
 */
export function exitWhenStuck(
  { config, database, logger, queues }: WorkerContext,
  consumers: readonly Consumer[],
): void {
  async function check(): Promise<void> {
    const away = database.downFor();
    if (away >= 2 * config.stuckAfter) {
      logger.fatal({ away }, 'mongodb has been away: the worker exits');
      process.exit(1);
    }
    for (const { queue, idleFor, isBusy } of consumers) {
      const longestJob = queue === queues.submissions || !isBusy() ? 0 : longestMail;
      if (idleFor() < config.stuckAfter + longestJob) continue;
      // While Redis is down, this waits: nothing can move then.
      const waiting = await queue.getWaitingCount();
      if (waiting === 0 || idleFor() < config.stuckAfter + longestJob) continue;
      logger.fatal({ queue: queue.name, waiting }, 'no job has moved: the worker exits');
      process.exit(1);
    }
  }
  setInterval(() => void check().catch(() => undefined), watchEvery).unref();
}
