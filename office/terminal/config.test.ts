import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { readDoctorConfig } from './config.ts';

const running = {
  site: 'http://127.0.0.1:4173',
  mongodb: 'mongodb://127.0.0.1:27018/enquiries',
  redis: 'redis://127.0.0.1:6380',
  outbox: '',
  settings: {
    SITE_URL: 'http://127.0.0.1:4173',
    SMTP_URL: 'smtp://mail.example:25',
    ALERT_EMAIL: '',
  },
  pid: process.pid,
};

function folderOfStart(): string {
  const folder = mkdtempSync(join(tmpdir(), 'running-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'running.json'), JSON.stringify(running));
  return folder;
}

const since = {
  SMTP_URL: 'smtp://another.example:25',
  SITE_URL: 'https://www.example.co.za',
  ALERT_EMAIL: 'on-call@example.co.za',
};

it('gives the doctor the settings with which npm start was started, not later changes', () => {
  const config = readDoctorConfig({ DATA_DIR: folderOfStart(), ...since });
  expect(config).toMatchObject({
    redisUrl: running.redis,
    siteUrl: running.site,
    smtpUrl: 'smtp://mail.example:25',
    hasAlertTarget: false,
  });
});

it('gives the doctor the settings in the environment if npm start uses other stores', () => {
  const REDIS_URL = 'redis://elsewhere:6379';
  const MONGODB_URI = 'mongodb://elsewhere:27017/enquiries';
  const stores = { REDIS_URL, MONGODB_URI };
  const config = readDoctorConfig({ DATA_DIR: folderOfStart(), ...since, ...stores });
  expect(config).toMatchObject({
    redisUrl: REDIS_URL,
    siteUrl: since.SITE_URL,
    smtpUrl: since.SMTP_URL,
    hasAlertTarget: true,
  });
});
