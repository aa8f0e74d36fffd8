import type { RedisClient } from '../../platform/redis.ts';

import type { Logger } from '../../platform/logger.ts';
import type { ApiMetrics } from '../api-metrics.ts';
import type { ApiConfig } from '../config.ts';
import { createAuthenticate, type Authenticate } from './authenticate.ts';
import { createLoginLimiter } from './login-limiter.ts';
import { createStaffDatabase, type StaffDatabase } from './staff-database.ts';

/** What the routes of staff need. */
export interface Staff {
  authenticate: Authenticate;
  database: StaffDatabase;
}

/** Puts it together; nothing is connected before a member of staff asks for something. */
export function createStaff(
  config: ApiConfig,
  redis: RedisClient,
  logger: Logger,
  metrics: Pick<ApiMetrics, 'limited'>,
): Staff {
  const database = createStaffDatabase(config.MONGODB_URI, logger);
  const limiter = createLoginLimiter(redis, {
    prefix: `${config.QUEUE_PREFIX}:login`,
    attempts: config.STAFF_LOGIN_ATTEMPTS,
    seconds: config.STAFF_LOGIN_WINDOW_SECONDS,
    onRefusal: () => metrics.limited('logins'),
  });
  return { database, authenticate: createAuthenticate(database, limiter) };
}
