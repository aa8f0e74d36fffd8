import { createMetrics } from '../metrics.ts';

// An enquiry takes a few milliseconds; 1.5 s is where Redis is given up.
const buckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What a process counts that answers requests. No label ever says anything of a visitor. */
export type HttpMetrics<Limit extends string = string> = ReturnType<
  typeof createHttpMetrics<Limit>
>;

/**
 * Creates the metrics of a process, such as `api`, and its limits. The given answers are there, at
 * 0, before the first: Prometheus sees no change in a new series.
 */
export function createHttpMetrics<Limit extends string>(
  service: string,
  limits: readonly Limit[],
  answers: { route: string; status: number }[] = [],
) {
  const metrics = createMetrics(service);
  const requests = metrics.histogram(
    'enquiries_http_request_duration_seconds',
    'Time that it took to answer a request, by the pattern of the route and the status.',
    ['route', 'status'],
    buckets,
  );
  const limited = metrics.counter(
    'enquiries_rate_limited_total',
    'Requests turned away because their source had sent too many.',
    ['limit'],
  );
  for (const answer of answers) requests.zero(answer);
  for (const limit of limits) limited.inc({ limit }, 0);
  return {
    ...metrics,
    /** `status` is `aborted` when the client left before it was answered. */
    answered: (route: string, status: number | 'aborted', seconds: number) =>
      requests.observe({ route, status }, seconds),
    /** Counts a request that the limit turned away. */
    limited: (limit: Limit) => limited.inc({ limit }),
  };
}
