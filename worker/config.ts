import * as z from 'zod';

import { companyEnv, companyFrom } from '../contract/company.ts';
import { firm } from '../firm/firm.ts';
import {
  address,
  apiUrl,
  atLeastOne,
  logFormat,
  metricsConfig,
  officeUrl,
  port,
  processSettings,
  readSettings,
} from '../platform/settings.ts';
import { requireMailServer } from './mail/settings.ts';
import { channelSettings, readChannelConfigs } from './notifications.ts';

/** A setting in seconds, from the given minimum to one day. Longer times may not fit a timer. */
function seconds(least: number) {
  const wanted = `must be a number of seconds from ${least} to 86400`;
  return z.coerce.number(wanted).min(least, wanted).max(86_400, wanted);
}

export const workerSettings = z
  .object({
    ...processSettings,
    ...companyEnv.shape,
    MONGODB_URI: address('mongodb:', 'mongodb+srv:').default('mongodb://127.0.0.1:27017/enquiries'),
    /** The host of /healthz and /readyz. */
    WORKER_HOST: z.string().default('127.0.0.1'),
    /** The port of /healthz and /readyz; 0 disables them. */
    WORKER_PORT: port.default(3002),
    /** How many enquiries are stored concurrently. */
    WORKER_CONCURRENCY: z.coerce.number('must be a number').int().min(1).max(500).default(100),
    ...channelSettings,
    /** The maximum number of acknowledgements per hour. A higher median per day replaces it. */
    ACKNOWLEDGEMENTS_PER_HOUR: atLeastOne.default(120),
    API_URL: apiUrl,
    /** When the daily digest is sent, in South African time, such as 07:30; or `never`. */
    DIGEST_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$|^never$/, 'must be a time such as 07:30, or never')
      .default('07:30'),
    OFFICE_URL: officeUrl,
    /** The port of /metrics; 0 disables it, which is the default outside production. */
    WORKER_METRICS_PORT: port.optional(),
    SWEEP_EVERY_SECONDS: seconds(1).default(60),
    /** How long a notification may be pending before the sweep queues it again. */
    SWEEP_AFTER_SECONDS: seconds(0).default(600),
    /** How long jobs may wait without any progress before the queue's worker is replaced. */
    WATCHDOG_AFTER_SECONDS: seconds(1).default(60),
  })
  .superRefine(requireMailServer);

/** The worker's configuration. Durations are in milliseconds; URLs have no trailing slash. */
export type WorkerConfig = ReturnType<typeof readWorkerConfig>;

/**
 * Reads the settings of the worker.
 *
 * @throws SettingsError that names every invalid variable.
 */
export function readWorkerConfig(env: Record<string, string | undefined>) {
  const settings = readSettings(workerSettings, env);
  const company = companyFrom(firm, settings);
  const channels = readChannelConfigs(settings, company);
  return {
    log: { service: 'worker', level: settings.LOG_LEVEL, format: logFormat(settings) },
    redisUrl: settings.REDIS_URL,
    queuePrefix: settings.QUEUE_PREFIX,
    mongodbUri: settings.MONGODB_URI,
    host: settings.WORKER_HOST,
    port: settings.WORKER_PORT,
    concurrency: settings.WORKER_CONCURRENCY,
    company,
    ...channels,
    acknowledgements: {
      perHour: settings.ACKNOWLEDGEMENTS_PER_HOUR,
      ownDomains: [channels.mail.from, ...channels.mail.staff].map(({ address: email }) =>
        email.slice(email.lastIndexOf('@') + 1).toLowerCase(),
      ),
    },
    sweep: {
      every: settings.SWEEP_EVERY_SECONDS * 1_000,
      after: settings.SWEEP_AFTER_SECONDS * 1_000,
    },
    watchdogAfter: settings.WATCHDOG_AFTER_SECONDS * 1_000,
    /** The URL of the enquiries desk. */
    officeUrl: settings.OFFICE_URL ?? settings.API_URL ?? company.siteUrl,
    /** The time of the digest; undefined if it is off. */
    digest: { at: settings.DIGEST_AT === 'never' ? undefined : settings.DIGEST_AT },
    metrics: metricsConfig(settings, settings.WORKER_METRICS_PORT, 9102),
  };
}
