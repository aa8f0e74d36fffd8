import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';

import { findFreePort } from '../../dev/ports.ts';
import { runDoctor } from '../../office/terminal/doctor.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { withLogin } from '../../testing/mongodb-address.ts';
import { greeting, isGreeting, startMongodbFront } from '../../testing/mongodb-front.ts';
import { startOwnRedis } from '../../testing/own-redis.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { runStaff, type JsonFinding } from '../../testing/office/run-staff.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

const worker = forAllTests(startTestWorker);
const careless = forAllTests(() =>
  startOwnRedis(['--appendfsync', 'everysec', '--maxmemory-policy', 'allkeys-lru']),
);

function examine(settings: Record<string, string>, ...args: string[]) {
  const env = { ...worker.settings, DATA_DIR: worker.settings.OUTBOX_DIR, ...settings };
  return runStaff(args, env, {}, runDoctor);
}

async function findings(settings: Record<string, string>) {
  const { code, out } = await examine(settings, '--json');
  return {
    code,
    found: (JSON.parse(out) as { findings: JsonFinding[] }).findings,
  };
}

it('finds no problems in a healthy product, and says what it did not check', async () => {
  // The worker creates the indexes after it has started to process jobs.
  await expect.poll(async () => (await examine({})).out).toContain('All completed checks passed.');
  const { code, out } = await examine({});
  expect(code).toBe(0);
  expect(out).not.toContain('All checks passed.');
  expect(out).toMatch(/^unknown +Site +Not checked: SITE_URL is not set\.$/m);
  expect(out).toMatch(/Not checked: .*Site, API, Enquiries desk.*Backups, Alerts\.$/m);
});

it('shows passed checks only with --all, and prints help', async () => {
  expect((await examine({})).out).not.toMatch(/^ok +Redis /m);
  expect((await examine({}, '--all')).out).toMatch(/^ok +Redis +Redis accepts writes\./m);
  const help = await examine({}, '--help');
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('--all')]);
});

it('names the worst problem first, in one sentence, and then what to do', async () => {
  const SMTP_URL = `smtp://127.0.0.1:${await findFreePort()}`;
  const [headline, remedy] = (await examine({ SMTP_URL })).out.split('\n');
  expect(headline).toMatch(
    /^CRITICAL Mail server: The mail server cannot be reached \(refused\)\./,
  );
  expect(remedy).toMatch(/^What to do: Check the host and port in SMTP_URL\./);
});

it('reports Redis settings that can lose enquiries, and what to do', async () => {
  const { code, found } = await findings({ REDIS_URL: careless.url });
  expect(code).toBe(2);
  const broken = found.filter(({ level }) => level === 'critical');
  const says = broken.map(({ says, mend }) => `${says} ${mend}`).join('\n');
  expect(says).toContain('appendfsync is everysec.');
  expect(says).toContain('CONFIG SET maxmemory-policy noeviction');
  expect(says).toContain('No worker has ever sent a heartbeat.');
});

it('reports a Redis that is only a replica', async () => {
  const replica = await startOwnRedis(['--replicaof', '127.0.0.1', String(await findFreePort())]);
  try {
    const { code, found } = await findings({ REDIS_URL: replica.url });
    expect(code).toBe(2);
    expect(found.find(({ subject }) => subject === 'Redis')).toMatchObject({
      level: 'critical',
      says: 'Redis is not accepting writes (readonly). New enquiries are being refused.',
      mend: expect.stringContaining('Redis is down') as string,
    });
  } finally {
    await replica.stop();
  }
});

it('reports an unreachable mail server, without the password', async () => {
  const SMTP_URL = `smtp://office:secret@127.0.0.1:${await findFreePort()}`;
  const { code, out } = await examine({ SMTP_URL });
  expect(code).toBe(2);
  expect(out).toMatch(/CRITICAL +Mail server +The mail server cannot be reached/);
  expect(out).not.toContain('secret');
  expect(out).toMatch(
    /WARNING +Mail server +The worker sends through outbox, but SMTP_URL here is \S+\./,
  );
});

it('reports an unavailable MongoDB, and checks the rest', async () => {
  const MONGODB_URI = `mongodb://127.0.0.1:${await findFreePort()}/enquiries`;
  const { code, found } = await findings({ MONGODB_URI });
  expect(code).toBe(2);
  expect(found.find(({ subject }) => subject === 'MongoDB')).toMatchObject({
    level: 'critical',
    mend: expect.stringContaining('MongoDB is down') as string,
  });
  expect(found.find(({ subject }) => subject === 'Redis settings')?.level).toBe('ok');
});

it.each([
  ['rejected the login', 18, 'saslStart'],
  ['denied permission', 13, 'delete'],
])('reports that MongoDB %s, and not that it is down', async (says, code, refused) => {
  const front = await startMongodbFront(worker.settings.MONGODB_URI);
  onTestFinished(() => front.close());
  front.answer = (command) => {
    if (code === 18 && isGreeting(command)) return greeting({});
    return refused in command ? { ok: 0, code, errmsg: 'refused' } : undefined;
  };
  const { uri } = front;
  const MONGODB_URI = code === 18 ? withLogin(uri, 'enquiries', 'wrong-password') : uri;
  const { code: exitCode, found } = await findings({ MONGODB_URI });
  expect(exitCode).toBe(2);
  expect(found.find(({ subject }) => subject === 'MongoDB')).toMatchObject({
    level: 'critical',
    says: expect.stringContaining(says) as string,
    mend: expect.stringContaining('‘MongoDB is down’ in docs/operations.md') as string,
  });
  expect(JSON.stringify(found)).not.toMatch(/wrong-password|does not exist yet/);
});

it('reports failed jobs and a paused queue', async () => {
  const submissions: Queue = worker.queues.submissions;
  await submissions.add('unheard-of', {}, { attempts: 1 });
  await expect.poll(() => worker.queues.submissions.getFailedCount()).toBe(1);
  expect((await examine({})).code).toBe(1);
  await worker.queues.notifications.pause();
  const { code, out } = await examine({});
  expect(code).toBe(2);
  expect(out).toContain('The queue notifications is paused.');
  await worker.queues.notifications.resume();
});

it('warns of a quarantined enquiry after three days, unless it has been reviewed', async () => {
  const screening = { score: 5, reasons: ['link-in-name'], verdict: 'hidden' as const };
  await storeAccepted(worker.database, { screening });
  const fresh = await findings({});
  const subject = 'Quarantine';
  expect(fresh.found.find((finding) => finding.subject === subject)).toMatchObject({
    level: 'ok',
    says: 'Enquiries in quarantine: 1.',
  });
  const acceptedAt = new Date(Date.now() - 3.1 * 86_400_000);
  const id = await storeAccepted(worker.database, { screening, acceptedAt });
  const later = await findings({});
  expect(later.found.find((finding) => finding.subject === subject)).toMatchObject({
    level: 'warning',
    says: expect.stringContaining('Not reviewed: 2 of 2.') as string,
  });
  await worker.database.audit.record({
    ...{ actor: 'naledi', action: 'enquiry.list', subject: { ids: [id] } },
  });
  const seen = await findings({});
  expect(seen.found.find((finding) => finding.subject === subject)?.level).toBe('ok');
});

it('reports the age of the newest backup', async () => {
  const BACKUP_DIR = await mkdtemp(join(tmpdir(), 'backups-'));
  onTestFinished(() => rm(BACKUP_DIR, { recursive: true }));
  const backups = async () =>
    (await findings({ BACKUP_DIR })).found.find(({ id }) => id === 'backups');
  expect((await backups())?.level).toBe('critical');
  const file = join(BACKUP_DIR, 'mongodb.gz');
  await writeFile(file, '');
  expect(await backups()).toMatchObject({ level: 'ok' });
  const hoursAgo = (hours: number) => Date.now() / 1_000 - 3_600 * hours;
  await utimes(file, hoursAgo(27), hoursAgo(27));
  expect(await backups()).toMatchObject({
    level: 'warning',
    says: `The newest backup in ${BACKUP_DIR} is 27 h old.`,
  });
  await utimes(file, hoursAgo(51), hoursAgo(51));
  expect((await backups())?.level).toBe('critical');
});
