import { contactPath } from '#contract/api.ts';
import { verdicts } from '#contract/screening.ts';
import { createHttpApp, onlyMethods } from '#server/http-app.ts';
import { Problem, startHttpServer, type RunningServer } from '#server/http.ts';
import type { Logger } from '#server/logger.ts';
import { createMetrics, serveMetrics } from '#server/metrics.ts';
import { reasonOf } from '#server/reasons.ts';
import { startHeartbeat } from '#server/heartbeat.ts';
import { confirmWrite, connectRedis, logOutages, untilConnected } from '#server/redis.ts';
import { createAnswers } from './answers.ts';
import { watchBlockList } from './block-list.ts';
import type { ApiConfig } from './config.ts';
import { createLimits } from './limits.ts';
import { watchMemory } from './memory.ts';
import { allowOrigins, refuseForeignForms } from './origins.ts';
import { createSubmissionQueue } from './submission-queue.ts';
import { submitContact } from './submit-contact.ts';

/** Milliseconds to wait for Redis: to judge an enquiry, and to accept it. */
const patience = { judging: 250, accepting: 1_000 };

/** While Redis is down, the API starts and answers 503. @throws if the port is not available. */
export async function startApi(config: ApiConfig, logger: Logger): Promise<RunningServer> {
  const { QUEUE_PREFIX: prefix, API_HOST: host, API_PORT: port } = config;
  const judging = connectRedis(config.REDIS_URL, patience.judging);
  const accepting = connectRedis(config.REDIS_URL, patience.accepting);
  logOutages(accepting, logger);
  // Spares the first visitor a needless 503.
  await untilConnected(judging, accepting);

  const metrics = createMetrics('api');
  const memory = watchMemory(accepting, logger);
  const blockList = watchBlockList(judging, prefix);
  await Promise.all([memory.refresh(), blockList.refresh()]);
  const heartbeat = startHeartbeat(accepting, { prefix, service: 'api' });
  const answers = createAnswers(config.siteUrl);
  const accepted = metrics.counter(
    'enquiries_accepted_total',
    'Accepted enquiries: clean, marked as possible spam, hidden as spam, or sent before.',
    ['result'],
  );
  // Prometheus misses the first increment of a new series.
  for (const result of [...verdicts, 'duplicate']) accepted.inc({ result }, 0);
  const submit = submitContact({
    isFull: memory.isFull,
    findBlocked: blockList.find,
    limits: createLimits(judging, config, metrics),
    queue: createSubmissionQueue(accepting, prefix),
    answers,
    accepted,
  });

  const app = createHttpApp({
    name: 'The API',
    settings: config,
    logger,
    metrics,
    answerProblem: (...given) => answers.refuse(...given),
    addRoutes: (routes) =>
      routes
        .route(contactPath)
        .all(allowOrigins(config.origins))
        .post(refuseForeignForms(config.origins), submit)
        .all(onlyMethods('POST')),
    async checkReadiness() {
      if (memory.isFull()) throw new Problem(503, 'Not ready: the memory of Redis is full.');
      await confirmWrite(accepting, prefix).catch((error: unknown) => {
        const reason = reasonOf(error);
        throw new Problem(503, 'Not ready: Redis is not accepting writes.', { reason });
      });
    },
  });
  const server = await startHttpServer(app, { host, port });
  const metricsServer = await serveMetrics(metrics, config.metrics, logger);
  logger.info({ host, port: server.port }, 'listening');
  return {
    port: server.port,
    async stop() {
      await server.stop();
      memory.stop();
      blockList.stop();
      await Promise.all([heartbeat.stop(), metricsServer?.stop()]);
      for (const redis of [judging, accepting]) redis.disconnect();
    },
  };
}
