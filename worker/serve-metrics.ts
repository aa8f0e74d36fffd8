import { Gauge } from 'prom-client';

import { startMetricsServer, type MetricsServer } from '../platform/metrics-server.ts';
import { watchQueues } from '../platform/queue-metrics.ts';
import { watchRedis } from '../platform/redis-metrics.ts';
import { findLastCanary } from '../storage/read-canary.ts';
import type { WorkerContext } from './context.ts';

/** Serves what the worker counts, and what it asks Redis and MongoDB for at each scrape. */
export async function serveMetrics(context: WorkerContext): Promise<MetricsServer | undefined> {
  const { config, logger, metrics, queues, redis } = context;
  watchQueues(metrics, Object.values(queues));
  watchRedis(metrics, redis, config.queuePrefix);
  watchMongodb(context);
  if (config.canary.every > 0) watchCanary(context);
  return startMetricsServer({ ...config.metrics, metrics, logger });
}

function watchMongodb({ metrics, database }: WorkerContext): void {
  const up = new Gauge({
    name: 'enquiries_mongodb_up',
    help: '1 when MongoDB answered this scrape, else 0.',
    registers: [metrics.registry],
  });
  metrics.collect({
    async read() {
      await database.ping();
      return () => up.set(1);
    },
    unknown: () => up.set(0),
  });
}

function watchCanary({ metrics, database }: WorkerContext): void {
  const startedAt = new Date();
  const age = new Gauge({
    name: 'enquiries_canary_age_seconds',
    help: 'Time since the newest canary that has come through was sent, or since the start without any.',
    registers: [metrics.registry],
  });
  let last = startedAt;
  // An age goes on growing while MongoDB cannot be asked.
  const show = () => age.set((Date.now() - last.getTime()) / 1_000);
  metrics.collect({
    async read() {
      last = (await findLastCanary(database)) ?? last;
      return show;
    },
    unknown: show,
  });
}
