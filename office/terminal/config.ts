import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

import { companyEnv, companyFrom } from '../../contract/company.ts';
import { firm } from '../../firm/firm.ts';
import {
  address,
  apiUrl,
  isGiven,
  officeUrl,
  processSettings,
  readSettings,
  redisUrl,
  SettingsError,
} from '../../platform/settings.ts';
import {
  accountSettings,
  doctorConfig,
  doctorSettings,
  readLetterSettings,
  readOfficeUrl,
} from '../config.ts';
import type { TaskConfig } from '../server/task.ts';

const commandSettings = z.object({
  ...companyEnv.shape,
  ...accountSettings,
  REDIS_URL: redisUrl.optional(),
  MONGODB_URI: address('mongodb:', 'mongodb+srv:').optional(),
  QUEUE_PREFIX: processSettings.QUEUE_PREFIX,
  /** The data folder of `npm start`; running.json in it has the addresses of the stores. */
  DATA_DIR: z.string().default('.data'),
  OUTBOX_DIR: z.string().optional(),
  SITE_URL: officeUrl,
  API_URL: apiUrl,
  OFFICE_URL: officeUrl,
  /** An access token, used instead of a username and password. */
  OFFICE_TOKEN: z.string().optional(),
});

/**
 * Reads the settings of commands. If the address of a store (REDIS_URL, MONGODB_URI) is not set,
 * commands use that store of a running `npm start`.
 *
 * @throws SettingsError that says what to set.
 */
export function readCommandConfig(
  env: Record<string, string | undefined>,
): TaskConfig & { officeToken: string | undefined } {
  const settings = readSettings(commandSettings, env);
  const { REDIS_URL, MONGODB_URI, DATA_DIR } = settings;
  const running = REDIS_URL && MONGODB_URI ? undefined : findRunningProduct(DATA_DIR);
  const redisUrl = REDIS_URL ?? running?.redis;
  const mongodbUri = MONGODB_URI ?? running?.mongodb;
  if (!redisUrl || !mongodbUri) {
    throw new SettingsError(
      `\`npm start\` is not running here (no process found in ${join(DATA_DIR, 'running.json')}). ` +
        'Start it, or set REDIS_URL and MONGODB_URI.',
    );
  }
  return {
    redisUrl,
    mongodbUri,
    queuePrefix: settings.QUEUE_PREFIX,
    outboxDir: running?.outbox || (settings.OUTBOX_DIR ?? join(DATA_DIR, 'outbox')),
    retentionMonths: Number(settings.RETENTION_MONTHS),
    letters: readLetterSettings(
      settings,
      companyFrom(firm, settings),
      readOfficeUrl({ ...settings, SITE_URL: settings.SITE_URL ?? running?.site }),
    ),
    officeToken: settings.OFFICE_TOKEN,
  };
}

/**
 * Reads the settings of commands and of the doctor. If `npm start` is running, its settings apply,
 * even if the environment has changed since it was started; but not if the environment sets the
 * address of another store.
 */
export function readDoctorConfig(given: Record<string, string | undefined>) {
  const { REDIS_URL, MONGODB_URI, DATA_DIR } = readSettings(commandSettings, given);
  const running = findRunningProduct(DATA_DIR);
  const isMeant =
    (REDIS_URL ?? running?.redis) === running?.redis &&
    (MONGODB_URI ?? running?.mongodb) === running?.mongodb;
  const env = isMeant ? { ...given, ...running?.settings } : given;
  const settings = readSettings(
    z.object({ ...doctorSettings, SITE_URL: commandSettings.shape.SITE_URL }),
    env,
  );
  const config = readCommandConfig(env);
  const siteUrl = settings.SITE_URL;
  const isKnown = isGiven(env, 'OFFICE_URL', 'API_URL', 'SITE_URL');
  const officeUrl = isKnown ? config.letters.officeUrl : undefined;
  return { ...config, ...doctorConfig(settings, { siteUrl, officeUrl }) };
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

/** The addresses and settings of a running `npm start`; undefined if it is not running. */
function findRunningProduct(dataDir: string): z.infer<typeof runningSchema> | undefined {
  try {
    const text = readFileSync(join(dataDir, 'running.json'), 'utf8');
    const running = runningSchema.parse(JSON.parse(text));
    return isAlive(running.pid) ? running : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is alive, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
