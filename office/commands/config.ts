import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

import { givenSettings, readSettings, SettingsError } from '#server/settings.ts';
import { readOfficeConfig } from '../config.ts';

type Env = Record<string, string | undefined>;

const tokenSettings = z.object({ OFFICE_TOKEN: z.string().optional() });

/**
 * Reads the settings of commands. If `npm start` is running, its settings apply, even if the
 * environment has changed since; but not if the environment sets the address of another store.
 *
 * @throws SettingsError that says what to set.
 */
export function readCommandConfig(given: Env) {
  const file = join(given.DATA_DIR || '.data', 'running.json');
  const env = { ...given, ...readRunning(given, file) };
  if (givenSettings(env, ['REDIS_URL', 'MONGODB_URI']).length < 2) {
    throw new SettingsError(
      `\`npm start\` is not running here (see ${file}). Start it, or set REDIS_URL and MONGODB_URI.`,
    );
  }
  // The backup has no mail server, and no use for one.
  const hasMail = givenSettings(env, ['SMTP_URL']).length > 0;
  const noAlerts = hasMail ? {} : { ALERT_EMAIL: '', ALERT_EMAIL_FILE: '' };
  const config = readOfficeConfig({ ...env, ...noAlerts });
  return {
    redisUrl: config.REDIS_URL,
    mongodbUri: config.MONGODB_URI,
    queuePrefix: config.QUEUE_PREFIX,
    outboxDir: config.OUTBOX_DIR,
    retentionMonths: Number(config.RETENTION_MONTHS),
    letters: config.letters,
    officeToken: readSettings(tokenSettings, env).OFFICE_TOKEN,
    ...config.doctor,
  };
}

/** What `npm start` writes about itself. */
type Running = Record<'redis' | 'mongodb' | 'outbox' | 'site', string> & {
  settings?: Env;
  pid: number;
};

/** The settings of a running `npm start`; undefined if it is not running or uses other stores. */
function readRunning(env: Env, file: string): Env | undefined {
  try {
    const running = JSON.parse(readFileSync(file, 'utf8')) as Running;
    const { redis, mongodb, outbox, site, settings = {} } = running;
    process.kill(running.pid, 0);
    if ((env.REDIS_URL || redis) !== redis || (env.MONGODB_URI || mongodb) !== mongodb) return;
    return {
      ...settings,
      REDIS_URL: redis,
      MONGODB_URI: mongodb,
      SITE_URL: settings.SITE_URL || site,
      ...(outbox ? { OUTBOX_DIR: outbox } : {}),
    };
  } catch {
    return undefined;
  }
}
