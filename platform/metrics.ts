import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { withTimeout } from './timeout.ts';
import { readVersion } from './settings.ts';

/** Milliseconds to wait for Redis or MongoDB during a scrape. */
const timeout = 1_500;

/** Fetches the values of some gauges at each scrape. */
interface Collector {
  /** Fetches the values and returns a function that sets the gauges. */
  read: () => Promise<() => void>;
  unknown: () => void;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of a process, with its build info. */
export function createMetrics(service: string) {
  const registry = new Registry();
  const registers = [registry];
  const collectors: (() => Promise<void>)[] = [];
  const metrics = {
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
    collect: (collector: Collector) => {
      collectors.push(withScrapeTimeout(collector));
    },
    /** All metrics in Prometheus's text format, within two seconds even if a collector hangs. */
    write: async () => {
      await Promise.all(collectors.map((collect) => collect()));
      return registry.metrics();
    },
  };
  const build = { service, version: readVersion(), node: process.version };
  metrics
    .gauge('enquiries_build_info', 'Always 1; the labels hold the version.', Object.keys(build))
    .set(build, 1);
  return metrics;
}

/** Adds default metrics of the process: memory, CPU, event loop, open files. */
export function watchProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}

function withScrapeTimeout({ read, unknown }: Collector): () => Promise<void> {
  let reading: Promise<() => void> | undefined;
  return async () => {
    // A collector that is still running from the last scrape is not started again.
    reading ??= read().finally(() => (reading = undefined));
    try {
      const show = await withTimeout(timeout, reading);
      show();
    } catch {
      unknown();
    }
  };
}
