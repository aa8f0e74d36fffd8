import { createHttpApp } from '../packages/server/http-app.ts';
import { Problem, startHttpServer, type RunningServer } from '../packages/server/http.ts';
import { withTimeout } from '../packages/server/process.ts';
import { describeRefusal } from '../storage/refusal.ts';
import type { Consumer } from './consumer.ts';
import type { WorkerContext } from './context.ts';

const checkTimeout = 2_000;
const watchEvery = 5_000;
/** Milliseconds: an email can take 11 minutes, of which ten are the server's. */
const longestMail = 660_000;

/** Serves /healthz and /readyz. */
export async function startHealth(
  context: WorkerContext,
  takesJobs: () => boolean,
): Promise<RunningServer | undefined> {
  const { config, database, logger, metrics, redis } = context;
  if (config.WORKER_PORT === 0) return undefined;

  async function reasonOfEach(): Promise<string[]> {
    const [fromRedis, fromMongodb] = await Promise.all([
      withTimeout(checkTimeout, redis.set(`${config.QUEUE_PREFIX}:ready`, '', 'EX', 60)).then(
        () => [],
        () => ['Redis is not accepting writes.'],
      ),
      withTimeout(checkTimeout, database.ping()).then(
        () => [],
        (error: unknown) => [describeRefusal(error) ?? 'MongoDB does not answer.'],
      ),
    ]);
    const starting = takesJobs() ? [] : ['The worker is not taking jobs yet.'];
    return [...fromRedis, ...fromMongodb, ...starting];
  }

  const handle = createHttpApp({
    name: 'The worker',
    settings: { TRUSTED_PROXY_HOPS: 0, HSTS_INCLUDE_SUBDOMAINS: false },
    logger,
    metrics,
    async checkReadiness() {
      const reasons = await reasonOfEach();
      if (reasons.length > 0) throw new Problem(503, reasons.join('\n'));
    },
  });
  return startHttpServer(handle, { host: config.WORKER_HOST, port: config.WORKER_PORT });
}

/**
 * Exits when jobs are due and none has moved for too long, because something in the process hangs:
 * npm start, Docker Compose and Kubernetes start it again.
 */
export function exitWhenStuck(
  { config, logger, queues }: WorkerContext,
  consumers: readonly Consumer[],
): () => void {
  async function check(): Promise<void> {
    for (const { queue, idleFor, isBusy } of consumers) {
      const longest = queue === queues.submissions.name || !isBusy() ? 0 : longestMail;
      if (idleFor() < config.stuckAfter + longest) continue;
      const due = Object.values(queues).find(({ name }) => name === queue);
      // While Redis is down, this waits: nothing can move then.
      const waiting = (await due?.getWaitingCount()) ?? 0;
      if (waiting === 0 || idleFor() < config.stuckAfter + longest) continue;
      logger.fatal({ queue, waiting }, 'no job has moved: the worker exits');
      process.exit(1);
    }
  }
  const timer = setInterval(() => void check().catch(() => undefined), watchEvery);
  timer.unref();
  return () => clearInterval(timer);
}
