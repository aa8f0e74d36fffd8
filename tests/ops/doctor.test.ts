import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';

import { findFreePort } from '#support/free-port.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { withLogin } from '#support/mongodb-address.ts';
import { greeting, isGreeting, startMongodbFront } from '#support/mongodb-front.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { runStaff, type JsonFinding } from '#support/office/run-staff.ts';
import { startTestWorker } from '#support/test-worker.ts';
import { judgeDisk } from '../../office/checks/machine.ts';
import { judgeCertificate } from '../../office/checks/outside.ts';

const worker = forAllTests(startTestWorker);
const careless = forAllTests(() => startOwnRedis(['--appendfsync', 'everysec']));

function examine(settings: Record<string, string>, ...args: string[]) {
  const env = { ...worker.settings, DATA_DIR: worker.settings.OUTBOX_DIR, ...settings };
  return runStaff(['doctor', ...args], env);
}

async function find(settings: Record<string, string>) {
  const { code, out } = await examine(settings, '--json');
  const { findings: list } = JSON.parse(out) as { findings: JsonFinding[] };
  return { code, findings: Object.fromEntries(list.map((finding) => [finding.id, finding])) };
}

it('exits with 0 if all is well, and says what it did not check', async () => {
  const { code, out } = await examine({});
  expect(code).toBe(0);
  expect(out).toMatch(/^unknown +Site: Not checked: SITE_URL is not set\.$/m);
  expect(out).toMatch(/^All completed checks passed\.$/m);
  expect(out).not.toMatch(/^ok /m);
  expect((await examine({}, '--all')).out).toMatch(/^ok +Redis: Redis accepts writes/m);
  const help = await examine({}, '--help');
  expect([help.code, help.notes]).toEqual([0, expect.stringContaining('--all')]);
});

it('says what is wrong and what to do, with a link, the worst first', async () => {
  const { code, out } = await examine({
    REDIS_URL: careless.url,
    RUNBOOK_URL: 'https://wiki.example/operations',
  });
  expect(code).toBe(2);
  expect(out).toMatch(
    /^critical +Redis: appendfsync is everysec\. A power cut can lose the enquiries of the last second\.\n +→ Run CONFIG SET appendfsync always in redis-cli, and correct its configuration\. See https:\/\/wiki\.example\/operations#redis-is-misconfigured\n/,
  );
});

it('reports a Redis that accepts no writes', async () => {
  const replica = await startOwnRedis(['--replicaof', '127.0.0.1', String(await findFreePort())]);
  onTestFinished(() => replica.stop());
  const { code, findings } = await find({ REDIS_URL: replica.url });
  expect(code).toBe(2);
  expect(findings.redis).toMatchObject({
    level: 'critical',
    says: 'Redis is not accepting writes (readonly). New enquiries are being refused.',
    link: 'docs/operations.md#redis-is-down',
  });
});

it('reports a MongoDB that is down, and checks the rest', async () => {
  const MONGODB_URI = `mongodb://127.0.0.1:${await findFreePort()}/enquiries`;
  const { code, findings } = await find({ MONGODB_URI });
  expect(code).toBe(2);
  expect(findings.mongodb).toMatchObject({
    level: 'critical',
    says: expect.stringMatching(/^MongoDB is not answering at 127/) as string,
    link: 'docs/operations.md#mongodb-is-down',
  });
  expect(findings.retention).toMatchObject({ level: 'unknown', because: 'mongodb' });
  expect(findings.redis?.level).toBe('ok');
});

it.each([
  ['rejected the login', 18, 'saslStart'],
  ['denied permission', 13, 'delete'],
])('reports that MongoDB %s, without the password', async (says, code, refused) => {
  const front = await startMongodbFront(worker.settings.MONGODB_URI);
  onTestFinished(() => front.close());
  front.answer = (command) => {
    if (code === 18 && isGreeting(command)) return greeting({});
    return refused in command ? { ok: 0, code, errmsg: 'refused' } : undefined;
  };
  const MONGODB_URI = code === 18 ? withLogin(front.uri, 'enquiries', 'wrong-password') : front.uri;
  const { findings } = await find({ MONGODB_URI });
  expect(findings.mongodb?.level).toBe('critical');
  expect(findings.mongodb?.says).toContain(says);
  expect(JSON.stringify(findings)).not.toContain('wrong-password');
});

it('reports failed jobs as a warning, and a paused queue as critical', async () => {
  const submissions: Queue = worker.queues.submissions;
  await submissions.add('unheard-of', {}, { attempts: 1 });
  await expect.poll(() => worker.queues.submissions.getFailedCount()).toBe(1);
  const { code, findings } = await find({});
  expect([code, findings['failed-jobs']?.says]).toEqual([1, 'Failed jobs in submissions: 1.']);
  await worker.queues.notifications.pause();
  onTestFinished(() => worker.queues.notifications.resume());
  const { code: paused, out } = await examine({});
  expect(paused).toBe(2);
  expect(out).toContain('The queue notifications is paused.');
});

it('counts only our own backups, by their age', async () => {
  const BACKUP_DIR = await mkdtemp(join(tmpdir(), 'backups-'));
  onTestFinished(() => rm(BACKUP_DIR, { recursive: true }));
  const check = async () => (await find({ BACKUP_DIR })).findings.backups;
  async function write(hoursAgo: number): Promise<void> {
    const at = new Date(Date.now() - hoursAgo * 3_600_000 - 60_000).toISOString();
    const name = `enquiries-${at.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')}.age`;
    await writeFile(join(BACKUP_DIR, name), '');
  }
  await writeFile(join(BACKUP_DIR, 'notes.txt'), '');
  expect((await check())?.level).toBe('critical');
  await write(51);
  expect((await check())?.level).toBe('critical');
  await write(27);
  expect(await check()).toMatchObject({
    level: 'warning',
    says: `The newest backup in ${BACKUP_DIR} is 27 h old.`,
  });
  await write(2);
  expect((await check())?.level).toBe('ok');
});

it('grades disks and certificates', () => {
  const disk = (bavail: number) => judgeDisk({ bavail, blocks: 100 }).level;
  expect([disk(20), disk(10), disk(4)]).toEqual(['ok', 'warning', 'critical']);
  const now = Date.UTC(2026, 0, 1);
  const certificate = (days: number) =>
    judgeCertificate('https://example.co.za', new Date(now + days * 86_400_000), now).level;
  expect([certificate(20), certificate(10), certificate(2), certificate(-1)]).toEqual([
    'ok',
    'warning',
    'critical',
    'critical',
  ]);
});
