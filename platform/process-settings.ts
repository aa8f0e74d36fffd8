import * as z from 'zod';

import { redisUrl } from './redis-address.ts';

/** The settings that every server process reads. */
export const processSettings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Readable lines at a terminal, JSON for machines; JSON in production unless set. */
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  REDIS_URL: redisUrl.default('redis://127.0.0.1:6379'),
  /** Where /metrics listens; this machine alone unless set. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  // The braces make Redis Cluster keep all of the pipeline's keys in one slot.
  QUEUE_PREFIX: z
    .string()
    .regex(/\{[^}]+\}/, 'must hold a name in braces, such as {enquiries}')
    .default('{enquiries}'),
};

/** The one to use of `json` and `pretty`, given the settings above. */
export function logFormat(settings: {
  NODE_ENV: string;
  LOG_FORMAT?: 'json' | 'pretty' | undefined;
}): 'json' | 'pretty' {
  return settings.LOG_FORMAT ?? (settings.NODE_ENV === 'production' ? 'json' : 'pretty');
}

/** Where a process serves its metrics; nowhere if the port is 0. */
export interface MetricsConfig {
  host: string;
  port: number;
}

/** The port that was set, else in production the usual one, else none. */
export function metricsConfig(
  settings: { NODE_ENV: string; METRICS_HOST: string },
  port: number | undefined,
  usual: number,
): MetricsConfig {
  const fallback = settings.NODE_ENV === 'production' ? usual : 0;
  return { host: settings.METRICS_HOST, port: port ?? fallback };
}
