import { expect, it } from 'vitest';

import { SettingsError } from '#server/settings.ts';
import { readApiConfig } from './config.ts';

it('works without any settings', () => {
  expect(readApiConfig({})).toMatchObject({
    API_PORT: 3001,
    API_HOST: '127.0.0.1',
    TRUSTED_PROXY_HOPS: 0,
    RATE_LIMIT_PER_ADDRESS: 20,
    RATE_LIMIT_WINDOW_SECONDS: 600,
    RATE_LIMIT_PER_MINUTE: 600,
    siteUrl: '',
    origins: [],
    metrics: { host: '127.0.0.1', port: 0 },
  });
});

it('takes enquiries from the pages of the site and of further origins', () => {
  const config = readApiConfig({
    SITE_URL: 'https://rand.example/',
    ALLOWED_ORIGINS: 'https://campaign.example',
  });
  expect(config.siteUrl).toBe('https://rand.example');
  expect(config.origins).toEqual(['https://campaign.example', 'https://rand.example']);
});

it.each([
  ['TRUSTED_PROXY_HOPS', 'true'],
  ['TRUSTED_PROXY_HOPS', '-1'],
  ['ALLOWED_ORIGINS', '*'],
  ['ALLOWED_ORIGINS', 'https://www.example.co.za/'],
  ['RATE_LIMIT_PER_ADDRESS', '0.5'],
  ['REDIS_URL', 'redis+cluster://a:1,b:2'],
  ['SITE_URL', 'nowhere'],
])('rejects %s=%s and names the variable', (name, value) => {
  const read = () => readApiConfig({ [name]: value });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(name);
});
