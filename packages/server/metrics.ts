import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { answer, startHttpServer, type RunningServer } from './http.ts';
import type { Logger } from './logger.ts';
import { withTimeout } from './process.ts';
import { readVersion } from './settings.ts';

/** Milliseconds to wait for Redis or MongoDB during a scrape. */
const scrapeTimeout = 1_500;

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(service: string) {
  const registry = new Registry();
  const registers = [registry];
  const sources: (() => Promise<string>)[] = [];
  collectDefaultMetrics({ register: registry });
  const build = { service, version: readVersion(), node: process.version };
  new Gauge({
    name: 'enquiries_build_info',
    help: 'Always 1; the labels hold the version.',
    labelNames: Object.keys(build),
    registers,
  }).set(build, 1);
  return {
    registry,
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    counter: <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      labelNames: Label[],
      buckets: number[],
    ) => new Histogram({ name, help, labelNames, buckets, registers }),
    /** Adds lines of another source, such as BullMQ; none while the source does not answer. */
    addSource: (source: () => Promise<string>) => void sources.push(source),
    async write(): Promise<string> {
      const others = sources.map((source) => withTimeout(scrapeTimeout, source()).catch(() => ''));
      const texts = await Promise.all([registry.metrics(), ...others]);
      return texts.filter((text) => text !== '').join('\n');
    },
  };
}

/** Undefined if the port is 0 or taken: metrics are less important than enquiries. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
  logger: Logger,
): Promise<RunningServer | undefined> {
  if (port === 0) return undefined;
  const type = { 'Content-Type': metrics.registry.contentType };
  try {
    const running = await startHttpServer(
      ({ url, headers }, response) => {
        const isProxied = headers['x-forwarded-for'] !== undefined;
        if (isProxied || url !== '/metrics') answer(response, 404, 'There is nothing here.\n');
        else void metrics.write().then((text) => answer(response, 200, text, type));
      },
      { host, port },
    );
    logger.info({ host, port: running.port }, 'serving metrics');
    return running;
  } catch (error) {
    logger.error({ port, err: error }, 'metrics server not started');
    return undefined;
  }
}
