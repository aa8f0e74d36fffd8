import { join } from 'node:path';

import { projectRoot } from '../../dev/processes.ts';
import { startMeasured, type MeasuredProcess } from '../measured-process.ts';
import type { Session } from '../session.ts';

/** The stores and the mail server that a worker works with. */
export interface WorkerStores {
  REDIS_URL: string;
  MONGODB_URI: string;
  SMTP_URL: string;
}

/** Starts the worker as shipped. */
export function startShippedWorker(
  session: Session,
  stores: WorkerStores,
): Promise<MeasuredProcess> {
  return startMeasured(session, join(projectRoot, 'build/worker.js'), {
    ...stores,
    MAIL_FROM: 'office@example.co.za',
    MAIL_STAFF: 'staff@example.co.za',
    WORKER_METRICS_PORT: '0',
  });
}
