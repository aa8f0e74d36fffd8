import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { withLogin } from '#support/mongodb-address.ts';
import { greeting, isGreeting, startMongodbFront } from '#support/mongodb-front.ts';
import { ownStores } from '#support/own-stores.ts';
import { runStaff } from '#support/office/run-staff.ts';
import { readCommandConfig } from '../../office/commands/config.ts';

const stores = ownStores();
const { REDIS_URL, MONGODB_URI } = stores.settings;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'data-'));
});

afterAll(async () => {
  await rm(dataDir, { recursive: true });
  await stores.remove();
});

async function run(pid: number, settings = {}): Promise<void> {
  const outbox = join(dataDir, 'outbox');
  const ofStart = { REDIS_URL, MONGODB_URI, OUTBOX_DIR: outbox, SITE_URL: 'http://127.0.0.1:4173' };
  const running = { pid, settings: { ...ofStart, ...settings } };
  await writeFile(join(dataDir, 'running.json'), JSON.stringify(running));
}

it('says what to set if no product is running and nothing is set', async () => {
  const command = await runStaff(['submissions', 'list'], { DATA_DIR: dataDir });
  const doctor = await runStaff(['doctor'], { DATA_DIR: dataDir });
  expect([command.code, doctor.code]).toEqual([1, 3]);
  for (const { notes } of [command, doctor]) {
    expect(notes).toContain('set REDIS_URL and MONGODB_URI');
  }
});

it('finds the stores of a running npm start', async () => {
  await run(process.pid);
  expect(readCommandConfig({ DATA_DIR: dataDir, OUTBOX_DIR: 'elsewhere' })).toMatchObject({
    redisUrl: REDIS_URL,
    mongodbUri: MONGODB_URI,
    outboxDir: join(dataDir, 'outbox'),
    retentionMonths: 24,
    letters: { officeUrl: 'http://127.0.0.1:4173' },
  });
  const { code, notes } = await runStaff(['submissions', 'list'], { DATA_DIR: dataDir });
  expect([code, notes]).toEqual([1, expect.stringMatching(/^There is no account/)]);
  await rm(join(dataDir, 'running.json'));
});

it('uses its settings, not later ones, unless other stores are set', async () => {
  await run(process.pid, { SMTP_URL: 'smtp://mail.example:25', ALERT_EMAIL: '' });
  const since = {
    ...{ DATA_DIR: dataDir, SMTP_URL: 'smtp://another.example:25' },
    ...{ SITE_URL: 'https://www.example.co.za', ALERT_EMAIL: 'on-call@example.co.za' },
  };
  const ofStart = { smtpUrl: 'smtp://mail.example:25', hasAlertTarget: false };
  expect(readCommandConfig(since)).toMatchObject({ ...ofStart, siteUrl: 'http://127.0.0.1:4173' });
  const stores = {
    REDIS_URL: 'redis://elsewhere:6379',
    MONGODB_URI: 'mongodb://elsewhere/enquiries',
  };
  const [siteUrl, smtpUrl] = [since.SITE_URL, since.SMTP_URL];
  const ofNow = { redisUrl: stores.REDIS_URL, siteUrl, smtpUrl, hasAlertTarget: true };
  expect(readCommandConfig({ ...since, ...stores })).toMatchObject(ofNow);
  await rm(join(dataDir, 'running.json'));
});

it('ignores the running.json of a product that has stopped', async () => {
  await run(2 ** 22 + 1);
  expect(() => readCommandConfig({ DATA_DIR: dataDir })).toThrow('`npm start` is not running');
});

it('names the host that does not answer, without any password', async () => {
  const { code, notes } = await runStaff(['submissions', 'list'], {
    REDIS_URL,
    MONGODB_URI: 'mongodb://staff:secret@127.0.0.1:1/enquiries',
  });
  expect(code).toBe(1);
  expect(notes).toMatch(
    /^MongoDB is not answering at 127\.0\.0\.1:1 \((refused|not connected)\)\.\n$/,
  );
});

it('distinguishes a refused MongoDB login from an outage', async () => {
  const front = await startMongodbFront(MONGODB_URI);
  onTestFinished(() => front.close());
  front.answer = (command) => {
    if (isGreeting(command)) return greeting({});
    return 'saslStart' in command ? { ok: 0, code: 18, errmsg: 'refused' } : undefined;
  };
  const { code, notes } = await runStaff(['submissions', 'list'], {
    REDIS_URL,
    MONGODB_URI: withLogin(front.uri, 'staff', 'secret'),
  });
  expect(code).toBe(1);
  expect(notes).toMatch(/^MongoDB rejected the login: .*authSource/);
});

it('reports a missing MongoDB permission', async () => {
  const front = await startMongodbFront(MONGODB_URI);
  onTestFinished(() => front.close());
  front.answer = (command) =>
    'find' in command ? { ok: 0, code: 13, errmsg: 'refused' } : undefined;
  const settings = { REDIS_URL, MONGODB_URI: front.uri };
  const { code, notes } = await runStaff(['submissions', 'list'], settings);
  expect(code).toBe(1);
  expect(notes).toMatch(/^MongoDB denied permission/);
});
