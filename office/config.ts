import { fileURLToPath } from 'node:url';
import * as z from 'zod';

import { companyEnv, companyFrom, type Company } from '#contract/company.ts';
import { webAddress } from '#contract/web-address.ts';
import { firm } from '#firm/firm.ts';
import { mailbox, mailboxes } from '#server/mail.ts';
import {
  address,
  atLeastOne,
  givenSettings,
  httpSettings,
  metricsAddress,
  port,
  processSettings,
  readSettings,
  windowSeconds,
} from '#server/settings.ts';
import { officePath } from './paths.ts';
import { pages } from './page-list.ts';
import type { LetterSettings } from './server/mail.ts';

/** A URL that is used unchanged. It can contain a secret. */
const secretUrl = address('http:', 'https:').optional();

const publicUrl = z.optional(webAddress('https://office.example.co.za'));

const accountSettings = {
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  /** The sender; by default the firm. */
  MAIL_FROM: mailbox.optional(),
};

/** The doctor's settings except those of the stores, for the desk's server and for commands. */
export const doctorSettings = {
  NODE_ENV: processSettings.NODE_ENV,
  SMTP_URL: accountSettings.SMTP_URL,
  API_URL: publicUrl,
  DATA_DIR: z.string().default('.data'),
  /** The backup folder, if this process can read it. */
  BACKUP_DIR: z.string().optional(),
  ALERT_EMAIL: mailboxes.optional(),
  ALERT_WEBHOOK_URL: secretUrl,
  /** The URL of docs/operations.md, for links to its sections; by default that of /ops/runbooks. */
  RUNBOOK_URL: secretUrl,
};

function doctorConfig(
  settings: z.infer<z.ZodObject<typeof doctorSettings>>,
  urls: { siteUrl: string | undefined; officeUrl: string | undefined },
) {
  const { siteUrl, officeUrl } = urls;
  const deskRunbooks = officeUrl && `${officeUrl}${officePath}${pages.runbooks.path}`;
  return {
    siteUrl,
    apiUrl: settings.API_URL,
    smtpUrl: settings.SMTP_URL,
    dataDir: settings.DATA_DIR,
    backupDir: settings.BACKUP_DIR,
    runbookUrl: settings.RUNBOOK_URL ?? deskRunbooks ?? 'docs/operations.md',
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
  /** The folder for emails if they are not sent by SMTP. */
  OUTBOX_DIR: z.string().default('.data/outbox'),
  OFFICE_URL: publicUrl,
  MONGODB_URI: address('mongodb:', 'mongodb+srv:').default('mongodb://127.0.0.1:27017/enquiries'),
  /**
   * Failed password sign-ins of one account from one network in a window, after which attempts are
   * slowed down. For all accounts from one network, it is ten times as many.
   */
  STAFF_LOGIN_ATTEMPTS: atLeastOne.default(10),
  STAFF_LOGIN_WINDOW_SECONDS: windowSeconds.default(900),
  /** The port of /metrics; 0 disables it, which is the default outside production. */
  OFFICE_METRICS_PORT: port.optional(),
  ...accountSettings,
  /** A setting of an earlier version. Nobody is to be weakened in silence. */
  REQUIRE_PASSKEY: z
    .literal(
      'nobody',
      'is gone: the desk can no longer require passkeys, and accounts can sign in with their password alone. Remove the setting once you have made sure that this is acceptable',
    )
    .optional(),
  ALERT_AFTER_MINUTES: z.coerce
    .number('must be a number of minutes')
    .min(0.01)
    .max(1_440)
    .default(3),
  /** Requested each minute while nothing is critical, so that a monitor notices when it stops. */
  HEARTBEAT_URL: secretUrl,
};

export const officeSettings = z.object(shape).superRefine((settings, context) => {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (settings.ALERT_EMAIL && !settings.SMTP_URL) {
    refuse('SMTP_URL', 'must be set with ALERT_EMAIL');
  }
});

export type OfficeConfig = ReturnType<typeof readOfficeConfig>;

/** @throws SettingsError that names every invalid setting. */
export function readOfficeConfig(env: Record<string, string | undefined>) {
  const settings = readSettings(officeSettings, env);
  const company = companyFrom(firm, settings);
  const { ALERT_EMAIL: to, ALERT_WEBHOOK_URL: webhook } = settings;
  const letters = readLetterSettings(settings, company, readOfficeUrl(settings));
  const { mailServer, officeUrl } = letters;
  return {
    ...settings,
    company,
    officeUrl,
    task: {
      redisUrl: settings.REDIS_URL,
      mongodbUri: settings.MONGODB_URI,
      queuePrefix: settings.QUEUE_PREFIX,
      outboxDir: settings.OUTBOX_DIR,
      retentionMonths: Number(settings.RETENTION_MONTHS),
      letters,
    },
    doctor: doctorConfig(settings, {
      siteUrl: givenSettings(env, ['SITE_URL']).length > 0 ? company.siteUrl : undefined,
      officeUrl:
        givenSettings(env, ['OFFICE_URL', 'API_URL', 'SITE_URL']).length > 0
          ? officeUrl
          : undefined,
    }),
    alerts: {
      targets: {
        ...(to && mailServer ? { email: { ...mailServer, to } } : {}),
        ...(webhook ? { webhook } : {}),
      },
      heartbeatUrl: settings.HEARTBEAT_URL,
      after: settings.ALERT_AFTER_MINUTES * 60_000,
      company: company.name,
    },
    metrics: metricsAddress(settings, settings.OFFICE_METRICS_PORT, 9103),
  };
}

function readLetterSettings(
  {
    SMTP_URL: smtpUrl,
    MAIL_FROM,
  }: Pick<z.infer<z.ZodObject<typeof accountSettings>>, 'SMTP_URL' | 'MAIL_FROM'>,
  company: Company,
  officeUrl: string,
): LetterSettings {
  const from = MAIL_FROM ?? { name: company.name, address: company.email };
  return { company, officeUrl, mailServer: smtpUrl ? { smtpUrl, from } : undefined };
}

/** The URL of the enquiries desk; by default that of the API, or else that of the site. */
function readOfficeUrl(settings: {
  OFFICE_URL?: string | undefined;
  API_URL?: string | undefined;
  SITE_URL?: string | undefined;
}): string {
  const { OFFICE_URL, API_URL, SITE_URL } = settings;
  return OFFICE_URL ?? API_URL ?? SITE_URL ?? companyEnv.shape.SITE_URL.parse(undefined);
}

/** The folder of the built pages; its relative path is the same from the bundle and the source. */
export const builtPages = fileURLToPath(new URL('../build/office-pages', import.meta.url));
