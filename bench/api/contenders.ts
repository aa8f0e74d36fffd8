import { join } from 'node:path';

import { projectRoot } from '../../dev/processes.ts';
import { benchBundle } from '../bundle-processes.ts';
import { startMeasured, type MeasuredProcess } from '../measured-process.ts';
import type { Session } from '../session.ts';

export const baselines = ['empty', 'zod', 'queue', 'tutorial'] as const;
export const contenders = ['shipped', ...baselines] as const;
export type Contender = (typeof contenders)[number];

export const benchProcesses = ['load/main', ...baselines.map((name) => `api/baselines/${name}`)];

const unlimited = '1000000000';

/** Everything as shipped, except that one source may send as much as the load generator does. */
const settings = {
  RATE_LIMIT_PER_ADDRESS: unlimited,
  RATE_LIMIT_PER_MINUTE: unlimited,
  MAX_WAITING_SUBMISSIONS: unlimited,
  // Several run at once; what is counted for /metrics is counted all the same.
  API_METRICS_PORT: '0',
};

/** Starts the API as shipped. */
export function startShippedApi(session: Session, redisUrl: string): Promise<MeasuredProcess> {
  const bundle = join(projectRoot, 'build/api.js');
  return startMeasured(session, bundle, { ...settings, REDIS_URL: redisUrl });
}

/** Starts what the API is measured against. */
export function startBaseline(
  session: Session,
  name: (typeof baselines)[number],
  stores: { REDIS_URL: string; MONGODB_URI: string; SMTP_URL: string },
): Promise<MeasuredProcess> {
  return startMeasured(session, benchBundle(`api/baselines/${name}`), stores);
}
