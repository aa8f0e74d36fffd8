import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';

import { siteEnv } from '#contract/site-settings.ts';
import { apiSettings, readApiConfig } from '../../api/config.ts';
import { devSettings, readDevSettings } from '../../dev/settings.ts';
import { projectRoot } from '../../dev/processes.ts';
import { officeSettings, readOfficeConfig } from '../../office/config.ts';
import { backupSettings } from '../../office/commands/backup.ts';
import { readWorkerConfig, workerSettings } from '../../worker/config.ts';

const example = parseEnv(readFileSync(join(projectRoot, '.env.example'), 'utf8'));
// Settings that only the web server or docker-compose.yml reads.
const otherSettings = ['SITE', 'TRUSTED_PROXIES', 'BACKUP_VOLUME', 'COMPOSE_PROFILES'];
/** Settings of earlier versions, which are refused with the reason. */
const refused = ['REQUIRE_PASSKEY'];
const known = new Set([
  ...Object.keys(apiSettings.shape),
  ...Object.keys(workerSettings.shape),
  ...Object.keys(officeSettings.shape),
  ...Object.keys(backupSettings.shape),
  ...Object.keys(devSettings.shape),
  ...Object.keys(siteEnv.shape),
  ...otherSettings,
]);

it('.env.example lists every setting that a process reads', () => {
  expect([...known].filter((name) => !(name in example))).toEqual(refused);
});

it('.env.example lists no unknown setting', () => {
  expect(Object.keys(example).filter((name) => !known.has(name))).toEqual([]);
});

it('.env.example shows the defaults: with or without it, the settings are the same', () => {
  expect(readApiConfig({ ...example, SITE_URL: '' })).toEqual(readApiConfig({}));
  expect(readWorkerConfig(example)).toEqual(readWorkerConfig({}));
  expect(readOfficeConfig(example)).toEqual(readOfficeConfig({}));
  expect(readDevSettings(example)).toEqual(readDevSettings({}));
});
