import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from './processes.ts';

const folder = 'office';

/** Whether this copy has the enquiries desk, whose folder may be deleted. */
export const hasOffice = existsSync(join(projectRoot, folder));

/** The part of `office/config.ts` that `npm start` uses. */
interface OfficeConfig {
  readOfficeConfig: (env: Record<string, string | undefined>) => unknown;
  /** The settings that the doctor reads, by name. */
  doctorSettings: object;
}

/** Loads `office/config.ts`. */
export async function loadOfficeConfig(): Promise<OfficeConfig> {
  // Not a literal, because TypeScript would then require the folder.
  return (await import(`../${folder}/config.ts`)) as OfficeConfig;
}
