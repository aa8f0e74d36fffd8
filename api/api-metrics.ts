import { contactPath } from '../contract/api.ts';
import { createHttpMetrics } from '../platform/http/http-metrics.ts';

const statuses = [202, 303, 400, 403, 405, 413, 415, 429, 500, 503];
const results = ['new', 'duplicate', 'quarantined', 'over_limit'] as const;
const limits = ['address', 'email'] as const;

export type AcceptedResult = (typeof results)[number];

/** The API's metrics. No label contains personal data. */
export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/** Creates the API's metrics, with every counter starting at 0. */
export function createApiMetrics() {
  const answers = statuses.map((status) => ({ route: contactPath, status }));
  const metrics = createHttpMetrics('api', limits, answers);
  const accepted = metrics.counter(
    'enquiries_accepted_total',
    'Accepted enquiries by result. over_limit: quarantined because the limit for all visitors was exceeded.',
    ['result'],
  );
  const uncounted = metrics.counter(
    'enquiries_limits_uncounted_total',
    'Rate limit checks without Redis: counted by this process only, or skipped.',
    [],
  );
  for (const result of results) accepted.inc({ result }, 0);
  return {
    ...metrics,
    uncounted: () => uncounted.inc(),
    accepted: (result: AcceptedResult) => accepted.inc({ result }),
  };
}
