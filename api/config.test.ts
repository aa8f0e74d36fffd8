import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { SettingsError } from '../platform/settings.ts';
import { readApiConfig } from './config.ts';

it('works without any settings', () => {
  expect(readApiConfig({})).toMatchObject({
    API_PORT: 3001,
    API_HOST: '127.0.0.1',
    TRUSTED_PROXY_HOPS: 0,
    ALLOWED_ORIGINS: [],
    MAX_WAITING_SUBMISSIONS: 500_000,
    RATE_LIMIT_PER_ADDRESS: 20,
    RATE_LIMIT_WINDOW_SECONDS: 600,
    RATE_LIMIT_PER_EMAIL: 5,
    RATE_LIMIT_PER_MINUTE: 600,
    siteUrl: '',
  });
});

it('reads the URL of the site', () => {
  const config = readApiConfig({ SITE_URL: 'https://rand.example/' });
  expect(config.siteUrl).toBe('https://rand.example');
});

it('reads the URL of the site from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'site-url');
  await writeFile(file, 'https://rand.example\n');
  expect(readApiConfig({ SITE_URL_FILE: file }).siteUrl).toBe('https://rand.example');
});

it.each([
  ['TRUSTED_PROXY_HOPS', 'true'],
  ['TRUSTED_PROXY_HOPS', '-1'],
  ['ALLOWED_ORIGINS', '*'],
  ['ALLOWED_ORIGINS', 'https://www.example.co.za/'],
  ['RATE_LIMIT_PER_ADDRESS', '0.5'],
  ['FORM_SECRET', 'short'],
  ['SITE_URL', 'nowhere'],
])('rejects %s=%s and names the variable', (name, value) => {
  const read = () => readApiConfig({ [name]: value });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(name);
});
