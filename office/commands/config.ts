import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

import { givenSettings, readSettings, SettingsError, type Env } from '#server/settings.ts';
import { readOfficeConfig } from '../config.ts';

const stores = ['REDIS_URL', 'MONGODB_URI'];
const tokenSettings = z.object({ OFFICE_TOKEN: z.string().optional() });

/**
 * The settings of a running `npm start` apply, even if the environment has changed since, unless it
 * sets the address of another store. @throws SettingsError that says what to set.
 */
export function readCommandConfig(given: Env) {
  const file = join(given.DATA_DIR || '.data', 'running.json');
  const env = { ...given, ...readRunning(given, file) };
  if (givenSettings(env, stores).length < 2) {
    throw new SettingsError(
      `\`npm start\` is not running here (see ${file}). Start it, or set REDIS_URL and MONGODB_URI.`,
    );
  }
  const { task, doctor } = readOfficeConfig(env);
  const { OFFICE_TOKEN: officeToken } = readSettings(tokenSettings, env);
  return { ...task, ...doctor, officeToken };
}

/** The settings of a running `npm start`; undefined if it is not running or uses other stores. */
function readRunning(env: Env, file: string): Env | undefined {
  try {
    const running: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const { pid, settings } = running as { pid: number; settings: Env };
    process.kill(pid, 0);
    const isOurs = stores.every((name) => (env[name] || settings[name]) === settings[name]);
    return isOurs ? settings : undefined;
  } catch {
    return undefined;
  }
}
