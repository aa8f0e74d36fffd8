import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

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
  /** Has the collector asked at every scrape from now on. */
  collect: (collector: Collector) => void;
  /** All metrics in Prometheus's text format, within two seconds whatever does not answer. */
  write: () => Promise<string>;
}

/** Creates the metrics of a process, with its build but not yet its health. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  const collectors: (() => Promise<void>)[] = [];
  new Gauge({
    name: 'enquiries_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['service', 'version', 'node'],
    registers: [registry],
  }).set({ service, version: readVersion(), node: process.version }, 1);
  return {
    registry,
    collect(collector) {
      collectors.push(boundedly(collector));
    },
    async write() {
      await Promise.all(collectors.map((collect) => collect()));
      return registry.metrics();
    },
  };
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
