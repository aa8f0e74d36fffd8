import * as z from 'zod';

import { companyEnv, companyFrom } from '#contract/company.ts';
import { webAddress } from '#contract/web-address.ts';
import { firm } from '#firm/firm.ts';
import {
  address,
  atLeastOne,
  list,
  metricsAddress,
  port,
  processSettings,
  readSettings,
  type Env,
} from '#server/settings.ts';
import { mailbox, mailboxes } from '#server/mail.ts';
import { readWebhookSecret, webhookFields } from './webhook.ts';

const seconds = atLeastOne.max(86_400, 'must be at most 86400, a day');

export const workerSettings = z
  .object({
    ...processSettings,
    ...companyEnv.shape,
    MONGODB_URI: address('mongodb:', 'mongodb+srv:').default('mongodb://127.0.0.1:27017/enquiries'),
    WORKER_HOST: z.string().default('127.0.0.1'),
    /** The port of /healthz and /readyz; 0 disables them. */
    WORKER_PORT: port.default(3002),
    /** The port of /metrics; 0 disables it, which is the default outside production. */
    WORKER_METRICS_PORT: port.optional(),
    /** How many enquiries are stored concurrently. */
    WORKER_CONCURRENCY: atLeastOne.max(500, 'must be at most 500').default(100),
    SMTP_URL: address('smtp:', 'smtps:').optional(),
    /** The folder for .eml files if there is no SMTP_URL. */
    OUTBOX_DIR: z.string().optional(),
    /** The sender. Required with SMTP_URL; by default the firm's address. */
    MAIL_FROM: mailbox.optional(),
    /** Who gets staff notifications. Required with SMTP_URL; by default the firm's address. */
    MAIL_STAFF: mailboxes.optional(),
    /** Receives bounces of acknowledgements; by default nobody does. */
    MAIL_BOUNCES_TO: mailbox.optional(),
    ACKNOWLEDGEMENTS_PER_HOUR: atLeastOne.default(60),
    /** Staff notifications an hour, normal and marked; the rest are in an hourly summary. */
    STAFF_EMAILS_PER_HOUR: atLeastOne.default(60),
    MARKED_EMAILS_PER_HOUR: atLeastOne.default(10),
    /** When the daily digest is sent, in South African time, such as 07:30; or `never`. */
    DIGEST_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$|^never$/, 'must be a time such as 07:30, or never')
      .default('07:30'),
    API_URL: z.optional(webAddress('https://api.example.co.za')),
    OFFICE_URL: z.optional(webAddress('https://office.example.co.za')),
    WEBHOOK_URL: address('http:', 'https:').optional(),
    WEBHOOK_SECRET: z.string().optional(),
    WEBHOOK_FIELDS: list
      .refine(
        (fields) => fields.every((field) => Object.hasOwn(webhookFields, field)),
        `must be some of ${Object.keys(webhookFields).join(', ')}, separated by commas`,
      )
      .default(['reference', 'createdAt', 'link']),
    SWEEP_EVERY_SECONDS: seconds.default(60),
    /** How long a notification may be pending before the sweep queues it again. */
    SWEEP_AFTER_SECONDS: z.coerce.number().int().min(0).max(86_400).default(600),
    /** How long due jobs may wait without progress before the worker exits to be restarted. */
    WATCHDOG_AFTER_SECONDS: seconds.default(60),
  })
  .superRefine((settings, context) => {
    const problems: Partial<Record<string, string | false | undefined>> = {
      SMTP_URL:
        settings.NODE_ENV === 'production' &&
        !settings.SMTP_URL &&
        !settings.OUTBOX_DIR &&
        'must be set in production, or set OUTBOX_DIR to write emails to files',
      MAIL_FROM: settings.SMTP_URL && !settings.MAIL_FROM && 'must be set with SMTP_URL',
      MAIL_STAFF: settings.SMTP_URL && !settings.MAIL_STAFF && 'must be set with SMTP_URL',
      WEBHOOK_SECRET:
        settings.WEBHOOK_URL &&
        !readWebhookSecret(settings.WEBHOOK_SECRET) &&
        'must be whsec_ and at least 24 bytes in base64, and is required with WEBHOOK_URL',
    };
    for (const [name, message] of Object.entries(problems)) {
      if (message) context.addIssue({ code: 'custom', path: [name], message });
    }
  });

export type WorkerConfig = ReturnType<typeof readWorkerConfig>;

/** Durations are in milliseconds. @throws SettingsError that names every invalid setting. */
export function readWorkerConfig(env: Env) {
  const settings = readSettings(workerSettings, env);
  const company = companyFrom(firm, settings);
  const firmMailbox = { name: company.name, address: company.email };
  return {
    ...settings,
    company,
    mail: {
      from: settings.MAIL_FROM ?? firmMailbox,
      staff: settings.MAIL_STAFF ?? [firmMailbox],
      bouncesTo: settings.MAIL_BOUNCES_TO,
      smtpUrl: settings.SMTP_URL,
      outboxDir: settings.OUTBOX_DIR ?? '.data/outbox',
    },
    officeUrl: settings.OFFICE_URL ?? settings.API_URL ?? company.siteUrl,
    digestAt: settings.DIGEST_AT === 'never' ? undefined : settings.DIGEST_AT,
    sweep: {
      every: settings.SWEEP_EVERY_SECONDS * 1_000,
      after: settings.SWEEP_AFTER_SECONDS * 1_000,
    },
    stuckAfter: settings.WATCHDOG_AFTER_SECONDS * 1_000,
    webhook: settings.WEBHOOK_URL
      ? {
          url: settings.WEBHOOK_URL,
          key: readWebhookSecret(settings.WEBHOOK_SECRET) ?? Buffer.alloc(0),
          fields: settings.WEBHOOK_FIELDS,
        }
      : undefined,
    metrics: metricsAddress(settings, settings.WORKER_METRICS_PORT, 9102),
  };
}
