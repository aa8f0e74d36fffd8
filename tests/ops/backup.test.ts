import { once } from 'node:events';
import { execFileSync, spawn } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { EJSON, Double, Int32, ObjectId } from 'bson';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';
import { runBackup, lastDue } from '../../office/terminal/backup/back-up.ts';
import { readRedis } from '../../office/terminal/backup/redis-data.ts';
import { runRestore } from '../../office/terminal/backup/restore.ts';
import { runDoctor } from '../../office/terminal/doctor.ts';
import { startHeartbeat } from '../../platform/heartbeat.ts';
import { findLostData, markStores } from '../../storage/installation.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { withMongodb } from '../../testing/mongodb-address.ts';
import { storeAccepted, untilSent } from '../../testing/own-stores.ts';
import { addOfficer, runAsOfficer, runStaff } from '../../testing/office/run-staff.ts';
import { createTestWorker, startTestWorker, submit } from '../../testing/test-worker.ts';

const identity = await generateX25519Identity();
const BACKUP_KEY = await identityToRecipient(identity);

type Settings = Record<string, string>;

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Backs up the stores with these settings. Resolves to the path of the backup. */
async function backUp(settings: Settings, folder = makeFolder()): Promise<string> {
  const env = { ...settings, BACKUP_KEY, BACKUP_DIR: folder };
  const { code, notes } = await runStaff([], env, {}, runBackup);
  expect([code, notes]).toEqual([0, expect.stringContaining('Backup written to ')]);
  return join(folder, readdirSync(folder).at(-1) ?? '');
}

function restore(file: string, settings: Settings, ...options: string[]) {
  return runStaff([file, ...options], settings, { piped: identity }, runRestore);
}

/** Creates a worker with its own stores, but does not start it. */
async function createIdle() {
  const worker = await createTestWorker();
  onTestFinished(() => worker.stop());
  return worker;
}

async function startBusy() {
  const worker = await startTestWorker();
  onTestFinished(() => worker.stop());
  return worker;
}

/** All documents in MongoDB except sessions and the audit trail, with their exact types. */
function documentsIn(settings: Settings): Promise<string[]> {
  return withMongodb(settings.MONGODB_URI ?? '', async (client) => {
    const names = (await client.db().listCollections().toArray()).map(({ name }) => name);
    const own = names.filter((name) => !['sessions', 'auditrecords'].includes(name)).sort();
    const found = own.map(async (name) => {
      const exact = { promoteValues: false, promoteLongs: false };
      const documents = await client.db().collection(name).find({}, exact).toArray();
      return documents.map((each) => `${name} ${EJSON.stringify(each, { relaxed: false })}`).sort();
    });
    return (await Promise.all(found)).flat();
  });
}

it('restores every document and job, with exact types, and sends and stores nothing twice', async () => {
  const from = await startBusy();
  const sent = await submit(from.queues);
  await untilSent(from.database, sent);
  await from.queues.submissions.pause();
  const waiting = await submit(from.queues);
  await markStores(from.database, from.redis, from.settings.QUEUE_PREFIX);
  const extra = {
    ...{ _id: new ObjectId() as never, at: new Date(0) },
    ...{ one: new Int32(1), real: new Double(1) },
    ...{ nested: [{ text: '\u2028 naïve 🐘', nothing: null }] },
  };
  await withMongodb(from.settings.MONGODB_URI, (client) =>
    client.db().collection('extras').insertOne(extra),
  );
  await from.redis.zadd(`${from.settings.QUEUE_PREFIX}:late`, 7, 'an-id');
  await from.redis.set(`${from.settings.QUEUE_PREFIX}:rate:192.0.2.1`, 1, 'EX', 600);
  await from.close();

  const file = await backUp(from.settings);
  expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
  const to = await createIdle();
  expect((await restore(file, to.settings)).notes).toContain('Restored enquiries: 1;');
  expect(await documentsIn(to.settings)).toEqual(await documentsIn(from.settings));
  const prefix = to.settings.QUEUE_PREFIX;
  expect(await to.redis.zscore(`${prefix}:late`, 'an-id')).toBe('7');
  expect(await to.redis.keys('*')).not.toContain(`${prefix}:rate:192.0.2.1`);
  expect(await findLostData(to.database, to.redis, prefix)).toBeUndefined();

  expect(await to.queues.submissions.isPaused()).toBe(true);
  await to.start();
  await to.queues.submissions.resume();
  await untilSent(to.database, waiting);
  expect(await to.database.submissions.countDocuments()).toBe(2);
  // The outbox has only the two emails of the enquiry that was waiting.
  await expect.poll(() => readdirSync(to.settings.OUTBOX_DIR).length).toBe(2);
});

it('reads the key from a pipe that provides it after a while', async () => {
  const [from, to] = [await createIdle(), await createIdle()];
  await storeAccepted(from.database);
  const file = await backUp(from.settings);
  // A pipe of the shell: that of Node.js would behave differently. It is empty at first, as while a
  // password manager asks for a passphrase.
  const command = `(sleep 2; echo "$KEY") | "${process.execPath}" build/restore.js "$FILE" --key - --yes`;
  const child = spawn('sh', ['-c', command], {
    cwd: projectRoot,
    env: { ...process.env, ...to.settings, KEY: identity, FILE: file },
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await to.database.submissions.countDocuments()).toBe(1);
});

it('loses no enquiry that was accepted before a backup of a busy product', async () => {
  const from = await startBusy();
  const ids: string[] = [];
  const sending = new AbortController();
  const done = (async () => {
    while (!sending.signal.aborted && ids.length < 300) ids.push(await submit(from.queues));
  })();
  await expect.poll(() => ids.length).toBeGreaterThan(20);
  const accepted = [...ids];
  const file = await backUp(from.settings);
  sending.abort();
  await done;
  await from.close();

  const to = await createIdle();
  expect((await restore(file, to.settings)).code).toBe(0);
  await to.start();
  const wanted = { _id: { $in: accepted } };
  await expect.poll(() => to.database.submissions.countDocuments(wanted)).toBe(accepted.length);
  expect(await to.queues.submissions.getFailedCount()).toBe(0);
});

it('requeues running jobs and jobs without a state, and keeps failed jobs failed', async () => {
  const from = await createIdle();
  const { submissions } = from.queues;
  const running = await submit(from.queues);
  await from.redis.lmove(submissions.toKey('wait'), submissions.toKey('active'), 'LEFT', 'LEFT');
  const failed = await submit(from.queues);
  await from.redis.lrem(submissions.toKey('wait'), 1, failed);
  await from.redis.zadd(submissions.toKey('failed'), Date.now(), failed);
  // Simulates a job that was added after the lists were read.
  const unlisted = await submit(from.queues);
  await from.redis.lrem(submissions.toKey('wait'), 1, unlisted);
  const to = await createIdle();
  await restore(await backUp(from.settings), to.settings);
  const statesOf = (ids: string[]) =>
    Promise.all(ids.map((id) => to.queues.submissions.getJobState(id)));
  expect(await statesOf([running, failed, unlisted])).toEqual(['waiting', 'failed', 'waiting']);
});

it('backs up a job once, although Redis can return its key twice', async () => {
  const { queues, redis, settings } = await createIdle();
  await submit(queues);
  const scan = redis.scan.bind(redis) as (...given: unknown[]) => Promise<[string, string[]]>;
  vi.spyOn(redis, 'scan').mockImplementation((async (...given: unknown[]) => {
    const [cursor, keys] = await scan(...given);
    return [cursor, [...keys, ...keys]];
  }) as never);
  const jobs: string[] = [];
  for await (const line of readRedis(redis, settings.QUEUE_PREFIX)) {
    if (line.startsWith('{"job"')) jobs.push(line);
  }
  expect(jobs).toHaveLength(1);
});

describe('a backup that is incomplete, damaged or encrypted for another key', () => {
  const from = forAllTests(startTestWorker);

  it('is not restored, not even in part', async () => {
    await storeAccepted(from.database);
    const file = await backUp(from.settings);
    const whole = readFileSync(file);
    const to = await createIdle();
    const attempt = async (key = identity) => {
      const { code, notes } = await runStaff([file], to.settings, { piped: key }, runRestore);
      expect(code, notes).toBe(1);
      expect(await documentsIn(to.settings)).toEqual([]);
      return notes;
    };
    expect(await attempt(await generateX25519Identity())).toContain('encrypted for another key');
    expect(await attempt('not a key')).toContain('not a private key');
    for (const length of [0, 10, 300, whole.length - 1, Math.floor(whole.length / 2)]) {
      writeFileSync(file, whole);
      truncateSync(file, length);
      expect(await attempt()).toMatch(/is damaged|is not a backup/);
    }
    for (const at of [3, 250, Math.floor(whole.length / 2), whole.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(file, damaged);
      expect(await attempt()).toMatch(/is damaged|is not a backup|another key/);
    }
    writeFileSync(file, Buffer.concat([whole, whole]));
    expect(await attempt()).toContain('is damaged');
    writeFileSync(file, whole);
    expect((await restore(file, to.settings)).code).toBe(0);
  });

  it('is deleted if the disk is full, or by a later backup if the process was killed', async () => {
    for (let n = 0; n < 20; n += 1) {
      const message = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('hex');
      await withMongodb(from.settings.MONGODB_URI, (client) =>
        client.db().collection('large').insertOne({ message }),
      );
    }
    const BACKUP_DIR = makeFolder();
    const env = { ...process.env, ...from.settings, BACKUP_KEY, BACKUP_DIR };
    const start = (limit: string) =>
      spawn('sh', ['-c', `${limit} exec "${process.execPath}" build/backup.js`], {
        cwd: projectRoot,
        env,
      });
    // Limits the size of files, as if the disk were full.
    const full = start("trap '' XFSZ; ulimit -f 200;");
    let printed = '';
    full.stderr.on('data', (chunk) => (printed += String(chunk)));
    expect(await once(full, 'close')).toEqual([1, null]);
    expect(printed).toContain(`No backup was made in ${BACKUP_DIR}: the file would be too large.`);
    expect(readdirSync(BACKUP_DIR)).toEqual([]);

    const killed = start('');
    await expect.poll(() => readdirSync(BACKUP_DIR), { interval: 1 }).not.toEqual([]);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    const [left = ''] = readdirSync(BACKUP_DIR);
    expect(left).toMatch(/^\.unfinished-/);
    const findings = async () => {
      const { out } = await runStaff(['--json'], { ...from.settings, BACKUP_DIR }, {}, runDoctor);
      return out;
    };
    expect(await findings()).toContain(`No backup found in ${BACKUP_DIR}.`);
    execFileSync('touch', ['-d', '2 hours ago', join(BACKUP_DIR, left)]);
    await backUp(from.settings, BACKUP_DIR);
    expect(readdirSync(BACKUP_DIR)).toHaveLength(1);
  });
});

it('keeps the last backup of each of the latest days, and touches no other files', async () => {
  const { settings } = await createIdle();
  const folder = makeFolder();
  const ofDay = (day: string, time: string) => `enquiries-2020-01-${day}T${time}-00-00Z.age`;
  const names = ['01', '02', '03', '04'].flatMap((day) => [ofDay(day, '02'), ofDay(day, '14')]);
  for (const name of ['mine.gz', ...names]) writeFileSync(join(folder, name), '');
  const env = { ...settings, BACKUP_KEY, BACKUP_DIR: folder, BACKUP_KEEP_DAYS: '3' };
  expect((await runStaff([], env, {}, runBackup)).notes).toContain('Deleted older backups');
  const fresh = readdirSync(folder).filter((name) => !name.includes('2020') && name !== 'mine.gz');
  expect(fresh).toHaveLength(1);
  expect(readdirSync(folder).sort()).toEqual(
    [ofDay('03', '14'), ofDay('04', '14'), ...fresh, 'mine.gz'].sort(),
  );
});

it('makes, keeps and restores backups even if a file name has a date in the future', async () => {
  const { settings } = await createIdle();
  const folder = makeFolder();
  const future = 'enquiries-2999-01-01T02-00-00Z.age';
  writeFileSync(join(folder, future), '');
  const env = { ...settings, BACKUP_KEY, BACKUP_DIR: folder, BACKUP_KEEP_DAYS: '1' };
  const daily = spawn(process.execPath, ['build/backup.js', '--daily'], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void daily.kill());
  const made = () => readdirSync(folder).filter((name) => /^enquiries-20/.test(name));
  await expect.poll(made).toHaveLength(1);
  await expect.poll(() => readdirSync(folder)).not.toContain(future);
  writeFileSync(join(folder, future), '');
  const to = await createIdle();
  const restored = await runStaff(
    [],
    { ...to.settings, BACKUP_DIR: folder },
    { piped: identity },
    runRestore,
  );
  expect([restored.code, restored.notes]).toEqual([0, expect.stringContaining(String(made()[0]))]);
});

it('replaces existing data only with --replace, and only after a yes or with --yes', async () => {
  const from = await startBusy();
  const id = await storeAccepted(from.database);
  const file = await backUp(from.settings);
  const to = await createIdle();
  const other = await storeAccepted(to.database);
  const waiting = await submit(to.queues);
  const extras = Array.from({ length: 501 }, (_, number) => ({ number }));
  await withMongodb(to.settings.MONGODB_URI, (client) =>
    client.db().collection('extras').insertMany(extras),
  );
  const ids = async () => (await to.database.submissions.find().lean()).map(({ _id }) => _id);

  const refused = await restore(file, to.settings);
  expect([refused.code, refused.notes]).toEqual([1, expect.stringContaining('Add --replace')]);
  expect((await restore(file, to.settings, '--replace')).notes).toContain('add --yes');
  const answer = (text: string) =>
    runStaff(['--replace', file], to.settings, { answers: [identity, text] }, runRestore);
  expect((await answer('no')).code).toBe(1);
  const heartbeat = startHeartbeat(to.redis, {
    prefix: to.settings.QUEUE_PREFIX,
    service: 'api',
  });
  const stopFirst = 'Stop these first: API.';
  await expect.poll(async () => (await answer('no')).notes).toContain(stopFirst);
  expect((await restore(file, to.settings, '--replace', '--yes')).notes).toContain(stopFirst);
  await heartbeat.stop();
  expect(await ids()).toEqual([other]);
  expect(await to.queues.submissions.getJobState(waiting)).toBe('waiting');

  expect((await answer('yes')).code).toBe(0);
  expect(await ids()).toEqual([id]);
  expect((await documentsIn(to.settings)).join()).not.toContain('extras');
  expect(await to.queues.submissions.getJob(waiting)).toBeUndefined();
  const [record] = await to.database.audit.read({ limit: 1 });
  expect(record).toMatchObject({ action: 'backup.restore', outcome: 'done' });
});

it('does not restore into empty databases while the product is using them', async () => {
  const file = await backUp((await createIdle()).settings);
  const to = await createIdle();
  const prefix = to.settings.QUEUE_PREFIX;
  const heartbeat = startHeartbeat(to.redis, { prefix, service: 'api' });
  await expect.poll(() => to.redis.exists(`${prefix}:processes`)).toBe(1);
  const refused = await restore(file, to.settings, '--replace');
  expect([refused.code, refused.notes]).toEqual([1, expect.stringContaining('Stop these first')]);
  await heartbeat.stop();
  expect((await restore(file, to.settings, '--replace')).code).toBe(0);
});

it('does not restore enquiries that were erased after the backup', async () => {
  const worker = await createIdle();
  const { database, settings } = worker;
  await addOfficer(database);
  const [kept, erased, deleted] = [
    await storeAccepted(database),
    await storeAccepted(database),
    await storeAccepted(database),
  ];
  const trashed = await database.submissions.findById(deleted).orFail().lean();
  const expiresAt = new Date(Date.now() + 14 * 86_400_000);
  await database.deleted.create({ ...trashed, expiresAt });
  await database.submissions.deleteOne({ _id: deleted });
  const queued = await submit(worker.queues);
  const file = await backUp(settings);
  const refusal = { actor: 'lebo', action: 'person.erase', subject: { ids: [kept] } };
  await (await database.audit.start(refusal)).end('refused');
  const run = await runAsOfficer(
    ['submissions', 'erase', erased, deleted, queued, '--yes'],
    settings,
  );
  expect(run.code, run.notes).toBe(0);

  const result = await restore(file, settings, '--replace', '--yes');
  expect([result.code, result.notes]).toEqual([
    0,
    expect.stringContaining('because they were erased: 2'),
  ]);
  const left = await database.submissions.find().lean();
  expect(left.map(({ _id }) => _id)).toEqual([kept]);
  expect(await database.deleted.countDocuments()).toBe(0);
  expect(await worker.queues.submissions.getJob(queued)).toBeUndefined();
  const actions = (await database.audit.read({ limit: 100 })).map(({ action }) => action);
  expect(actions).toContain('person.erase');
});

it('an incomplete restore can be repeated with --replace', async () => {
  const from = await createIdle();
  for (let n = 0; n < 5; n += 1) await storeAccepted(from.database);
  await submit(from.queues);
  const file = await backUp(from.settings);
  const to = await createIdle();
  await restore(file, to.settings);
  await to.database.submissions.deleteOne({});
  await to.redis.del(`${to.settings.QUEUE_PREFIX}:submissions:wait`);
  expect((await restore(file, to.settings)).code).toBe(1);
  expect((await restore(file, to.settings, '--replace', '--yes')).code).toBe(0);
  expect(await documentsIn(to.settings)).toEqual(await documentsIn(from.settings));
  expect(await to.queues.submissions.getWaitingCount()).toBe(1);
});

it('names what is wrong with the settings, and never accepts a private key', async () => {
  const { settings } = await createIdle();
  const run = async (env: Settings) =>
    (await runStaff([], { ...settings, ...env }, {}, runBackup)).notes;
  expect(await run({})).toMatch(/BACKUP_KEY: must be set.*\n.*BACKUP_DIR: must be set/);
  const BACKUP_DIR = makeFolder();
  expect(await run({ BACKUP_DIR, BACKUP_KEY: identity })).toContain('is the private key');
  expect(await run({ BACKUP_DIR, BACKUP_KEY: 'age1abc' })).toContain('must be a public key');
  expect(await run({ BACKUP_DIR: '/not/there', BACKUP_KEY })).toContain('there is no such folder');
});

it('a backup for several keys can be restored with any of them', async () => {
  const from = await createIdle();
  const spare = await generateX25519Identity();
  const folder = makeFolder();
  const keys = `${await identityToRecipient(spare)} ${BACKUP_KEY}`;
  const env = { ...from.settings, BACKUP_DIR: folder, BACKUP_KEY: keys };
  expect((await runStaff([], env, {}, runBackup)).code).toBe(0);
  for (const piped of [spare, identity]) {
    const to = await createIdle();
    const run = await runStaff([], { ...to.settings, BACKUP_DIR: folder }, { piped }, runRestore);
    expect(run.code, run.notes).toBe(0);
  }
});

it.each([
  ['2026-11-26T00:29:00Z', '2026-11-25T00:30:00Z'],
  ['2026-11-26T00:30:00Z', '2026-11-26T00:30:00Z'],
  ['2026-11-26T23:00:00Z', '2026-11-26T00:30:00Z'],
])('at %s the daily backup at 02:30 South African time was last due at %s', (now, due) => {
  expect(new Date(lastDue('02:30', Date.parse(now)))).toEqual(new Date(due));
});
