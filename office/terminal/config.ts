import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

import { companyEnv, companyFrom } from '../../contract/company.ts';
import { firm } from '../../firm/firm.ts';
import {
  address,
  givenSettings,
  processSettings,
  readSettings,
  SettingsError,
} from '../../packages/server/settings.ts';
import {
  accountSettings,
  doctorConfig,
  doctorSettings,
  ownUrl,
  readLetterSettings,
  readOfficeUrl,
} from '../config.ts';
import type { TaskConfig } from '../server/task.ts';

type Env = Record<string, string | undefined>;

const commandSettings = z.object({
  ...companyEnv.shape,
  ...doctorSettings,
  ...accountSettings,
  REDIS_URL: address('redis:', 'rediss:').optional(),
  MONGODB_URI: address('mongodb:', 'mongodb+srv:').optional(),
  QUEUE_PREFIX: processSettings.QUEUE_PREFIX,
  OUTBOX_DIR: z.string().optional(),
  SITE_URL: ownUrl,
  OFFICE_URL: ownUrl,
  /** An access token, used instead of a username and password. */
  OFFICE_TOKEN: z.string().optional(),
});

/**
 * Reads the settings of commands and of the doctor. If `npm start` is running, its settings apply,
 * even if the environment has changed since it was started; but not if the environment sets the
 * address of another store.
 *
 * @throws SettingsError that says what to set.
 */
function readBoth(given: Env) {
  const env = { ...given, ...readRunning(given) };
  const settings = readSettings(commandSettings, env);
  const { REDIS_URL, MONGODB_URI, DATA_DIR } = settings;
  if (!REDIS_URL || !MONGODB_URI) {
    throw new SettingsError(
      `\`npm start\` is not running here (no process found in ${join(DATA_DIR, 'running.json')}). ` +
        'Start it, or set REDIS_URL and MONGODB_URI.',
    );
  }
  const config: TaskConfig = {
    redisUrl: REDIS_URL,
    mongodbUri: MONGODB_URI,
    queuePrefix: settings.QUEUE_PREFIX,
    outboxDir: settings.OUTBOX_DIR ?? join(DATA_DIR, 'outbox'),
    retentionMonths: Number(settings.RETENTION_MONTHS),
    letters: readLetterSettings(settings, companyFrom(firm, settings), readOfficeUrl(settings)),
  };
  const isKnown = givenSettings(env, ['OFFICE_URL', 'API_URL', 'SITE_URL']).length > 0;
  return { settings, config, officeUrl: isKnown ? config.letters.officeUrl : undefined };
}

/** The settings of commands. @throws SettingsError that says what to set. */
export function readCommandConfig(env: Env): TaskConfig & { officeToken: string | undefined } {
  const { config, settings } = readBoth(env);
  return { ...config, officeToken: settings.OFFICE_TOKEN };
}

/** The settings of the doctor. @throws SettingsError that says what to set. */
export function readDoctorConfig(env: Env) {
  const { config, settings, officeUrl } = readBoth(env);
  return { ...config, ...doctorConfig(settings, { siteUrl: settings.SITE_URL, officeUrl }) };
}

const runningSchema = z.object({
  site: z.string(),
  mongodb: z.string(),
  redis: z.string(),
  outbox: z.string(),
  /** The settings that the doctor reads; each is an empty string if not set. */
  settings: z.record(z.string(), z.string()).default({}),
  pid: z.number(),
});

/** The settings of a running `npm start`; undefined if it is not running or uses other stores. */
function readRunning(env: Env): Env | undefined {
  try {
    const file = join(env.DATA_DIR || '.data', 'running.json');
    const running = runningSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const { redis, mongodb, outbox, site, settings } = running;
    process.kill(running.pid, 0);
    if ((env.REDIS_URL || redis) !== redis || (env.MONGODB_URI || mongodb) !== mongodb) return;
    return {
      ...settings,
      ...{ REDIS_URL: redis, MONGODB_URI: mongodb, SITE_URL: settings.SITE_URL || site },
      ...(outbox ? { OUTBOX_DIR: outbox } : {}),
    };
  } catch {
    return undefined;
  }
}
