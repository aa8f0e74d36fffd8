import { startMetricsServer, type MetricsServer } from '../platform/metrics-server.ts';
import { watchQueues } from '../platform/queue-metrics.ts';
import { watchRedis } from '../platform/redis-metrics.ts';
import type { Context } from './context.ts';

/** Serves what the API counts, and what it asks Redis for at each scrape. */
export async function serveMetrics(context: Context): Promise<MetricsServer | undefined> {
  const { config, logger, metrics, queues, redis } = context;
  watchQueues(metrics, queues);
  watchRedis(metrics, redis, config.QUEUE_PREFIX);
  return startMetricsServer({ ...config.metrics, metrics, logger });
}
