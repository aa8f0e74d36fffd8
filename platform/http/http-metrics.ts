import { createMetrics } from '../metrics.ts';

// In seconds. Enquiries take a few milliseconds, and requests that wait for Redis end after 1.5 s.
const buckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of an HTTP process. No label contains personal data. */
export type HttpMetrics<Limit extends string = string> = ReturnType<
  typeof createHttpMetrics<Limit>
>;

/**
 * Creates the metrics of an HTTP process, such as `api`. The series of the given limits and
 * responses start at 0, because Prometheus misses the first increment of a new series.
 */
export function createHttpMetrics<Limit extends string>(
  service: string,
  limits: readonly Limit[],
  answers: { route: string; status: number }[] = [],
) {
  const metrics = createMetrics(service);
  const requests = metrics.histogram(
    'enquiries_http_request_duration_seconds',
    'Time to answer a request, by route pattern and status.',
    ['route', 'status'],
    buckets,
  );
  const limited = metrics.counter(
    'enquiries_rate_limited_total',
    'Requests denied by a rate limit.',
    ['limit'],
  );
  for (const answer of answers) requests.zero(answer);
  for (const limit of limits) limited.inc({ limit }, 0);
  return {
    ...metrics,
    /** `status` is `aborted` if the client disconnected before the response. */
    answered: (route: string, status: number | 'aborted', seconds: number) =>
      requests.observe({ route, status }, seconds),
    limited: (limit: Limit) => limited.inc({ limit }),
  };
}
