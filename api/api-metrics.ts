import { contactPath } from '../contract/api.ts';
import { createHttpMetrics } from '../platform/http/http-metrics.ts';

const statuses = [202, 303, 400, 413, 415, 429, 500, 503];
const results = ['new', 'duplicate', 'quarantined'] as const;
const limits = ['address', 'email', 'everybody'] as const;

/** What the API counts. No label ever says anything of a visitor. */
export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/** Creates the metrics of an API. A counter is there, at 0, before anything is counted. */
export function createApiMetrics() {
  const answers = statuses.map((status) => ({ route: contactPath, status }));
  const metrics = createHttpMetrics('api', limits, answers);
  const accepted = metrics.counter(
    'enquiries_accepted_total',
    'Enquiries answered with a reference. A retry under one Idempotency-Key counts as new.',
    ['result'],
  );
  for (const result of results) accepted.inc({ result }, 0);
  return {
    ...metrics,
    accepted: (result: (typeof results)[number]) => accepted.inc({ result }),
  };
}
