import { contactPath } from '../contract/api.ts';
import { createHttpMetrics } from '../platform/http/http-metrics.ts';

const statuses = [202, 303, 400, 413, 415, 429, 500, 503];
const results = ['new', 'duplicate', 'quarantined', 'rush'] as const;
const limits = ['address', 'email'] as const;

export type AcceptedResult = (typeof results)[number];

/** What the API counts. No label ever says anything of a visitor. */
export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/** Creates the metrics of an API. A counter is there, at 0, before anything is counted. */
export function createApiMetrics() {
  const answers = statuses.map((status) => ({ route: contactPath, status }));
  const metrics = createHttpMetrics('api', limits, answers);
  const accepted = metrics.counter(
    'enquiries_accepted_total',
    'Enquiries answered with a reference. Those of a rush are held back, as are those in quarantine.',
    ['result'],
  );
  const uncounted = metrics.counter(
    'enquiries_limits_uncounted_total',
    'Times that a limit was counted by this process alone, or not at all: Redis did not answer.',
    [],
  );
  for (const result of results) accepted.inc({ result }, 0);
  return {
    ...metrics,
    uncounted: () => uncounted.inc(),
    accepted: (result: AcceptedResult) => accepted.inc({ result }),
  };
}
