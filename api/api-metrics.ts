import { Counter, Histogram } from 'prom-client';

import { contactPath } from '../contract/api.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';

export type AcceptedResult = 'new' | 'duplicate' | 'quarantined';
/** Which limit turned a request away. */
export type LimitName = 'address' | 'email' | 'everybody' | 'logins';

/** What the API counts. No label ever says anything of a visitor. */
export interface ApiMetrics extends Metrics {
  /** `status` is `aborted` when the client left before it was answered. */
  answered(route: string, status: number | 'aborted', seconds: number): void;
  accepted(result: AcceptedResult): void;
  limited(limit: LimitName): void;
}

// An enquiry takes a few milliseconds; 1.5 s is where Redis is given up.
const buckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const answers = [202, 303, 400, 413, 415, 429, 500, 503];
const results: readonly AcceptedResult[] = ['new', 'duplicate', 'quarantined'];
const limits: readonly LimitName[] = ['address', 'email', 'everybody', 'logins'];

/** Creates the metrics of an API. A counter is there, at 0, before anything is counted. */
export function createApiMetrics(): ApiMetrics {
  const metrics = createMetrics('api');
  const registers = [metrics.registry];
  const requests = new Histogram({
    name: 'enquiries_http_request_duration_seconds',
    help: 'Time that the API took to answer, by the pattern of the route and the status.',
    labelNames: ['route', 'status'],
    buckets,
    registers,
  });
  const accepted = new Counter({
    name: 'enquiries_accepted_total',
    help: 'Enquiries answered with a reference. A retry under one Idempotency-Key counts as new.',
    labelNames: ['result'],
    registers,
  });
  const limited = new Counter({
    name: 'enquiries_rate_limited_total',
    help: 'Requests turned away because their source had sent too many.',
    labelNames: ['limit'],
    registers,
  });
  // Prometheus sees no change in a series that begins with its first event.
  for (const status of answers) requests.zero({ route: contactPath, status });
  for (const result of results) accepted.inc({ result }, 0);
  for (const limit of limits) limited.inc({ limit }, 0);
  return {
    ...metrics,
    answered: (route, status, seconds) => requests.observe({ route, status }, seconds),
    accepted: (result) => accepted.inc({ result }),
    limited: (limit) => limited.inc({ limit }),
  };
}
