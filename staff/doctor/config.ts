import * as z from 'zod';

import { address, readSettings } from '../../platform/env.ts';
import { processSettings } from '../../platform/process-settings.ts';
import { readStaffConfig, staffSettings, type StaffConfig } from '../config.ts';

/** What the doctor reads besides the settings of the commands of staff. */
const doctorSettings = z.object({
  NODE_ENV: processSettings.NODE_ENV,
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  DATA_DIR: staffSettings.shape.DATA_DIR,
});

export interface DoctorConfig extends StaffConfig {
  smtpUrl: string | undefined;
  dataDir: string;
  production: boolean;
}

/**
 * Reads the settings, and takes the stores of a running `npm start` where none are set.
 *
 * @throws SettingsError that says what to set.
 */
export function readDoctorConfig(env: Record<string, string | undefined>): DoctorConfig {
  const { NODE_ENV, SMTP_URL, DATA_DIR } = readSettings(doctorSettings, env);
  const production = NODE_ENV === 'production';
  return { ...readStaffConfig(env), smtpUrl: SMTP_URL, dataDir: DATA_DIR, production };
}
