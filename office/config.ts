import { fileURLToPath } from 'node:url';
import * as z from 'zod';

import { companyEnv, companyFrom } from '../contract/company.ts';
import { mailbox, mailboxes } from '../platform/mailbox.ts';
import {
  address,
  apiUrl,
  atLeastOne,
  httpSettings,
  metricsConfig,
  notNegative,
  officeUrl,
  port,
  processSettings,
  readSettings,
  windowSeconds,
} from '../platform/settings.ts';

/** An address that is asked for as it is, with whatever secret it has in it. */
const webAddress = address('http:', 'https:').optional();

/** What the doctor reads besides the stores, in the office's server and in a terminal. */
export const doctorSettings = {
  NODE_ENV: processSettings.NODE_ENV,
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  VITE_API_URL: apiUrl,
  REDIS_WAIT_REPLICAS: notNegative.default(0),
  /** The folder of `npm start`. */
  DATA_DIR: z.string().default('.data'),
  /** The folder that backups are put into, if this process can read it. */
  BACKUP_DIR: z.string().optional(),
  /** Who is told by mail of what the doctor finds. */
  ALERT_EMAIL: mailboxes.optional(),
  /** What is told of it by HTTP. */
  ALERT_WEBHOOK_URL: webAddress,
};

/** What the doctor has to know of these settings. */
export function doctorConfig(settings: z.infer<z.ZodObject<typeof doctorSettings>>) {
  return {
    apiUrl: settings.VITE_API_URL,
    waitReplicas: settings.REDIS_WAIT_REPLICAS,
    smtpUrl: settings.SMTP_URL,
    dataDir: settings.DATA_DIR,
    backupDir: settings.BACKUP_DIR,
    hasAlertTarget: Boolean(settings.ALERT_EMAIL ?? settings.ALERT_WEBHOOK_URL),
    production: settings.NODE_ENV === 'production',
  };
}

const shape = {
  ...processSettings,
  ...httpSettings,
  ...doctorSettings,
  OFFICE_PORT: port.default(3003),
  OFFICE_HOST: z.string().default('127.0.0.1'),
  ...companyEnv.shape,
  /** Where mail may lie that was never sent by SMTP. */
  OUTBOX_DIR: z.string().default('.data/outbox'),
  OFFICE_URL: officeUrl,
  MONGODB_URI: address('mongodb:', 'mongodb+srv:').default('mongodb://127.0.0.1:27017/enquiries'),
  /** How many failed logins of staff an address has in each window; a username has five times it. */
  STAFF_LOGIN_ATTEMPTS: atLeastOne.default(10),
  STAFF_LOGIN_WINDOW_SECONDS: windowSeconds.default(900),
  /** The port of /metrics; 0 for none, which is the default outside of production. */
  OFFICE_METRICS_PORT: port.optional(),
  /** Our own address; COMPANY_EMAIL unless set. */
  MAIL_FROM: mailbox.optional(),
  /** For how long a finding has to last before somebody is told of it. */
  ALERT_AFTER_MINUTES: z.coerce
    .number('must be a number of minutes')
    .min(0.01)
    .max(1_440)
    .default(3),
  /** Asked for every minute while nothing is critical, so that somebody outside misses it. */
  HEARTBEAT_URL: webAddress,
};

/** Every setting that the office's server reads. */
export const officeSettings = z.object(shape).superRefine((settings, context) => {
  if (!settings.ALERT_EMAIL || settings.SMTP_URL) return;
  const message = 'must be set with ALERT_EMAIL';
  context.addIssue({ code: 'custom', path: ['SMTP_URL'], message });
});

export type OfficeConfig = ReturnType<typeof readOfficeConfig>;

/**
 * Reads what the office's server needs from the environment.
 *
 * @throws SettingsError that names every setting that cannot be used.
 */
export function readOfficeConfig(env: Record<string, string | undefined>) {
  const settings = readSettings(officeSettings, env);
  const company = companyFrom(settings);
  const { ALERT_EMAIL: to, ALERT_WEBHOOK_URL: webhook, SMTP_URL: smtpUrl } = settings;
  const from = settings.MAIL_FROM ?? { name: company.name, address: company.email };
  return {
    ...settings,
    company,
    officeUrl: readOfficeUrl(settings),
    doctor: {
      ...doctorConfig(settings),
      siteUrl: env.SITE_URL ? company.siteUrl : undefined,
      officeUrl: env.OFFICE_URL || env.SITE_URL ? readOfficeUrl(settings) : undefined,
    },
    watch: {
      targets: {
        ...(to && smtpUrl ? { mail: { smtpUrl, from, to } } : {}),
        ...(webhook ? { webhook } : {}),
      },
      heartbeatUrl: settings.HEARTBEAT_URL,
      after: settings.ALERT_AFTER_MINUTES * 60_000,
      company: company.name,
    },
    metrics: metricsConfig(settings, settings.OFFICE_METRICS_PORT, 9103),
  };
}

/** The office's address: the site's unless it has one of its own. */
export function readOfficeUrl(settings: {
  OFFICE_URL?: string | undefined;
  SITE_URL?: string | undefined;
}): string {
  return settings.OFFICE_URL ?? settings.SITE_URL ?? companyEnv.shape.SITE_URL.parse(undefined);
}

/** The folder of the built pages: beside the bundle, and the same seen from the sources. */
export const builtPages = fileURLToPath(new URL('../build/office-pages', import.meta.url));
