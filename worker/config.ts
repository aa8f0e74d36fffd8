import * as z from 'zod';

import { companyEnv, companyFrom, type Company } from '../contract/company.ts';
import { address, port, readSettings } from '../platform/env.ts';
import type { LoggerOptions } from '../platform/logger.ts';
import {
  logFormat,
  metricsConfig,
  processSettings,
  type MetricsConfig,
} from '../platform/process-settings.ts';
import { mailbox, mailboxes, type Mailbox } from './mail/mailbox.ts';

/** A time of so many seconds at the least, and a day at the most: a timer can wait for that long. */
function seconds(least: number) {
  const wanted = `must be a number of seconds from ${least} to 86400`;
  return z.coerce.number(wanted).min(least, wanted).max(86_400, wanted);
}

/** Every setting of the worker. The firm's names and addresses are those of contract/company. */
export const workerSettings = z
  .object({
    ...processSettings,
    ...companyEnv.shape,
    MONGODB_URI: address('mongodb:', 'mongodb+srv:').default('mongodb://127.0.0.1:27017/enquiries'),
    /** Where /healthz and /readyz answer. */
    WORKER_HOST: z.string().default('127.0.0.1'),
    /** The port of /healthz and /readyz; 0 for none. */
    WORKER_PORT: port.default(3002),
    /** How many enquiries are stored at once. */
    WORKER_CONCURRENCY: z.coerce.number('must be a number').int().min(1).max(500).default(100),
    SMTP_URL: address('smtp:', 'smtps:').optional(),
    /** Where each message is written as an .eml file when there is no SMTP_URL. */
    OUTBOX_DIR: z.string().default('.data/outbox'),
    /** Our own address; COMPANY_EMAIL while there is no SMTP_URL. */
    MAIL_FROM: mailbox.optional(),
    /** Who is told of an enquiry; COMPANY_EMAIL while there is no SMTP_URL. */
    MAIL_STAFF: mailboxes.optional(),
    /** How often the system sends an enquiry to itself, to see that the whole way works; 0 never. */
    CANARY_EVERY_MINUTES: z.coerce.number('must be a number of minutes').min(0).default(0),
    /** Where the mail of such an enquiry goes; nowhere, without SMTP, unless set. */
    CANARY_EMAIL: mailbox.optional(),
    /** The port of /metrics; 0 for none, which is the default outside of production. */
    WORKER_METRICS_PORT: port.optional(),
    SWEEP_EVERY_SECONDS: seconds(1).default(60),
    /** How long a notification may be pending before the sweeper looks at it. */
    SWEEP_AFTER_SECONDS: seconds(0).default(600),
    /** How long jobs may wait without any progress before the queue's worker is replaced. */
    WATCHDOG_AFTER_SECONDS: seconds(1).default(60),
  })
  .superRefine((settings, context) => {
    for (const name of ['MAIL_FROM', 'MAIL_STAFF'] as const) {
      if (!settings.SMTP_URL || settings[name]) continue;
      context.addIssue({ code: 'custom', path: [name], message: 'must be set with SMTP_URL' });
    }
  });

/** The worker's settings as its parts want them. Times are in milliseconds. */
export interface WorkerConfig {
  log: LoggerOptions;
  redisUrl: string;
  queuePrefix: string;
  mongodbUri: string;
  host: string;
  port: number;
  concurrency: number;
  company: Company;
  mail: MailConfig;
  sweep: { every: number; after: number };
  watchdogAfter: number;
  canary: { every: number; mailbox: Mailbox | undefined };
  metrics: MetricsConfig;
}

export interface MailConfig {
  from: Mailbox;
  staff: Mailbox[];
  /** Undefined when mail goes to the outbox. */
  smtpUrl: string | undefined;
  outboxDir: string;
}

/**
 * Reads the settings of the worker.
 *
 * @throws SettingsError that names every variable that cannot be used.
 */
export function readWorkerConfig(env: Record<string, string | undefined>): WorkerConfig {
  const settings = readSettings(workerSettings, env);
  const company = companyFrom(settings);
  const office = { name: company.name, address: company.email };
  return {
    log: { service: 'worker', level: settings.LOG_LEVEL, format: logFormat(settings) },
    redisUrl: settings.REDIS_URL,
    queuePrefix: settings.QUEUE_PREFIX,
    mongodbUri: settings.MONGODB_URI,
    host: settings.WORKER_HOST,
    port: settings.WORKER_PORT,
    concurrency: settings.WORKER_CONCURRENCY,
    company,
    mail: {
      from: settings.MAIL_FROM ?? office,
      staff: settings.MAIL_STAFF ?? [office],
      smtpUrl: settings.SMTP_URL,
      outboxDir: settings.OUTBOX_DIR,
    },
    sweep: {
      every: settings.SWEEP_EVERY_SECONDS * 1_000,
      after: settings.SWEEP_AFTER_SECONDS * 1_000,
    },
    watchdogAfter: settings.WATCHDOG_AFTER_SECONDS * 1_000,
    canary: { every: settings.CANARY_EVERY_MINUTES * 60_000, mailbox: settings.CANARY_EMAIL },
    metrics: metricsConfig(settings, settings.WORKER_METRICS_PORT, 9102),
  };
}
