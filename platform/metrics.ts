import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { withTimeout } from './timeout.ts';
import { readVersion } from './settings.ts';

/** Milliseconds that a scrape waits for Redis or MongoDB. */
const timeout = 1_500;

/** Values that are asked for at each scrape, because nothing in the process knows them. */
interface Collector {
  /** Asks for the values. What it returns shows them. */
  read: () => Promise<() => void>;
  /** Shows that they are not known. */
  unknown: () => void;
}

/** The metrics of one process. */
export interface Metrics {
  registry: Registry;
  /** Adds a gauge by its name, help and labels; a counter or a histogram likewise. */
  gauge: <Label extends string>(name: string, help: string, labelNames?: Label[]) => Gauge<Label>;
  counter: <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
  ) => Counter<Label>;
  histogram: <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) => Histogram<Label>;
  /** Has the collector asked at every scrape from now on. */
  collect: (collector: Collector) => void;
  /** All metrics in Prometheus's text format, within two seconds whatever does not answer. */
  write: () => Promise<string>;
}

/** Creates the metrics of a process, with its build but not yet its health. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const collectors: (() => Promise<void>)[] = [];
  const metrics: Metrics = {
    registry,
    gauge: (name, help, labelNames = []) => new Gauge({ name, help, labelNames, registers }),
    counter: (name, help, labelNames) => new Counter({ name, help, labelNames, registers }),
    histogram: (name, help, labelNames, buckets) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
    collect(collector) {
      collectors.push(boundedly(collector));
    },
    async write() {
      await Promise.all(collectors.map((collect) => collect()));
      return registry.metrics();
    },
  };
  const build = { service, version: readVersion(), node: process.version };
  metrics
    .gauge('enquiries_build_info', 'Always 1; the labels say what runs.', Object.keys(build))
    .set(build, 1);
  return metrics;
}

/** Adds the health of the process itself: memory, processor, event loop, open files. */
export function watchProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}

function boundedly({ read, unknown }: Collector): () => Promise<void> {
  let reading: Promise<() => void> | undefined;
  return async () => {
    // One that has not answered the last scrape is not asked again before it does.
    reading ??= read().finally(() => (reading = undefined));
    try {
      const show = await withTimeout(timeout, reading);
      show();
    } catch {
      unknown();
    }
  };
}
