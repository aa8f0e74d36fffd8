import { expect, it } from 'vitest';

import { SettingsError } from '#server/settings.ts';
import { readOfficeConfig } from './config.ts';

it('requires no settings, and has defaults', () => {
  expect(readOfficeConfig({})).toMatchObject({
    OFFICE_PORT: 3003,
    OFFICE_HOST: '127.0.0.1',
    TRUSTED_PROXY_HOPS: 0,
    STAFF_LOGIN_ATTEMPTS: 10,
    STAFF_LOGIN_WINDOW_SECONDS: 900,
    metrics: { host: '127.0.0.1', port: 0 },
  });
  expect(readOfficeConfig({ NODE_ENV: 'production' }).metrics.port).toBe(9103);
});

it.each([
  ['TRUSTED_PROXY_HOPS', '-1'],
  ['MONGODB_URI', 'redis://127.0.0.1'],
  ['STAFF_LOGIN_WINDOW_SECONDS', '604801'],
  ['ALERT_WEBHOOK_URL', 'hooks.slack.com/services'],
  ['ALERT_AFTER_MINUTES', '0'],
])('refuses %s=%s and names the variable', (name, value) => {
  const read = () => readOfficeConfig({ [name]: value });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(name);
});

it('does not start while it is to require passkeys, which it no longer can', () => {
  for (const REQUIRE_PASSKEY of ['officers', 'everyone']) {
    expect(() => readOfficeConfig({ REQUIRE_PASSKEY })).toThrow(
      'REQUIRE_PASSKEY: is gone: the desk can no longer require passkeys',
    );
  }
  expect(() => readOfficeConfig({ REQUIRE_PASSKEY: 'nobody' })).not.toThrow();
});

it('requires a mail server only if alerts are sent by email', () => {
  const ALERT_EMAIL = 'On call <on-call@example.co.za>';
  expect(() => readOfficeConfig({ ALERT_EMAIL })).toThrow('SMTP_URL: must be set with ALERT_EMAIL');
  const { alerts } = readOfficeConfig({ ALERT_EMAIL, SMTP_URL: 'smtp://mail.example:25' });
  expect(alerts).toMatchObject({
    targets: { email: { to: [{ name: 'On call', address: 'on-call@example.co.za' }] } },
    after: 180_000,
  });
});

it('links to its own runbooks, unless RUNBOOK_URL is set or no URL is set', () => {
  const runbookUrl = (env: Record<string, string>) => readOfficeConfig(env).doctor.runbookUrl;
  const SITE_URL = 'https://www.example.co.za';
  expect(runbookUrl({ SITE_URL })).toBe(`${SITE_URL}/ops/runbooks`);
  expect(runbookUrl({ SITE_URL, OFFICE_URL: 'https://office.example.co.za' })).toBe(
    'https://office.example.co.za/ops/runbooks',
  );
  const API_URL = 'https://api.example.co.za';
  expect(runbookUrl({ SITE_URL, API_URL })).toBe(`${API_URL}/ops/runbooks`);
  expect(runbookUrl({ SITE_URL, RUNBOOK_URL: 'https://wiki.example' })).toBe(
    'https://wiki.example',
  );
  expect(runbookUrl({})).toBe('docs/operations.md');
});
