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
import { describe, expect, it, onTestFinished } from 'vitest';

import { startHeartbeat } from '#server/heartbeat.ts';
import type { Database } from '#storage/connection.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { withMongodb } from '#support/mongodb-address.ts';
import { storeAccepted, untilSent } from '#support/own-stores.ts';
import { addOfficer, runAsOfficer, runStaff } from '#support/office/run-staff.ts';
import { createTestWorker, startTestWorker, submit } from '#support/test-worker.ts';
import { projectRoot } from '../../dev/processes.ts';

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
  const { code, notes } = await runStaff(['backup'], env);
  expect([code, notes]).toEqual([0, expect.stringContaining('Backup written to ')]);
  return join(folder, readdirSync(folder).at(-1) ?? '');
}

/** Restores a backup into stores whose audit trail does not say what was erased. */
function restore(file: string, settings: Settings, ...options: string[]) {
  return runStaff(['restore', file, '--none-erased', ...options], settings, { piped: identity });
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
    const compared = names.filter((name) => !['sessions', 'auditrecords'].includes(name)).sort();
    const texts = compared.map(async (name) => {
      const exact = { promoteValues: false, promoteLongs: false };
      const documents = await client.db().collection(name).find({}, exact).toArray();
      return documents
        .map((document) => `${name} ${EJSON.stringify(document, { relaxed: false })}`)
        .sort();
    });
    return (await Promise.all(texts)).flat();
  });
}

it('restores every document with exact types, and sends what was pending', async () => {
  const from = await startBusy();
  const sent = await submit(from.queues);
  await untilSent(from.database, sent);
  await from.close();
  const pending = await storeAccepted(from.database, { storedAt: new Date(Date.now() - 600_000) });
  const extra = {
    ...{ _id: new ObjectId() as never, at: new Date(0) },
    ...{ one: new Int32(1), real: new Double(1) },
    ...{ nested: [{ text: '\u2028 naïve 🐘', nothing: null }] },
  };
  await withMongodb(from.settings.MONGODB_URI, (client) =>
    client.db().collection('extras').insertOne(extra),
  );

  const file = await backUp(from.settings);
  expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
  const to = await createIdle();
  expect((await restore(file, to.settings)).notes).toMatch(/Restored documents: [3-9];/);
  expect(await documentsIn(to.settings)).toEqual(await documentsIn(from.settings));

  await to.start();
  await untilSent(to.database, pending);
  expect(await to.database.submissions.countDocuments()).toBe(2);
  // The outbox has only the two emails of the enquiry that was pending.
  await expect.poll(() => readdirSync(to.settings.OUTBOX_DIR).length).toBe(2);
});

describe('a backup of the last release', () => {
  const file = join(projectRoot, 'tests/fixtures/backup-0.1.0.age');
  const key = 'AGE-SECRET-KEY-1H5VWGJS7LZTK6X7LENATDTZK6L3SFY7CF3KMR3HRG574NS8X2EWQ4Z5L80';
  // Each was accepted and not yet stored: one waited, one had failed, one was running.
  const unstored = [
    '7531abd0-3176-45b6-9c87-829148c4d27f',
    'efaf279e-c41f-4b42-a13b-c3b33858d85c',
    'b00a2f17-f642-4bd1-9c7d-7f3f8c8ea69b',
  ];

  it('is restored, and what it had accepted and not stored is queued and stored', async () => {
    const to = await createIdle();
    const args = ['restore', file, '--none-erased'];
    const { code, notes } = await runStaff(args, to.settings, { piped: key });
    expect([code, notes]).toEqual([0, expect.stringContaining('queued again: 7.')]);
    expect(await to.database.submissions.countDocuments({ 'handling.state': null })).toBe(0);
    for (const id of unstored) {
      expect(await to.queues.submissions.getJobState(id)).toBe('waiting');
    }
    await to.start();
    const stored = { _id: { $in: unstored } };
    await expect.poll(() => to.database.submissions.countDocuments(stored)).toBe(3);
    expect(await to.queues.submissions.getFailedCount()).toBe(0);
  });

  it('does not bring back what was erased since', async () => {
    const to = await createIdle();
    const erased = join(makeFolder(), 'erased.txt');
    writeFileSync(erased, unstored.slice(1).join('\n'));
    const args = ['restore', file, '--erased', erased];
    const { notes } = await runStaff(args, to.settings, { piped: key });
    expect(notes).toContain('queued again: 5.');
    const states = unstored.map((id) => to.queues.submissions.getJobState(id));
    expect(await Promise.all(states)).toEqual(['waiting', 'unknown', 'unknown']);
  });
});

describe('a backup that is incomplete, damaged or encrypted for another key', () => {
  const from = forAllTests(startTestWorker);

  it('is not restored, not even in part', async () => {
    await storeAccepted(from.database);
    const file = await backUp(from.settings);
    const whole = readFileSync(file);
    const to = await createIdle();
    const attempt = async (key = identity) => {
      const args = ['restore', file, '--none-erased'];
      const { code, notes } = await runStaff(args, to.settings, { piped: key });
      expect(code, notes).toBe(1);
      expect(await documentsIn(to.settings)).toEqual([]);
      return notes;
    };
    expect(await attempt(await generateX25519Identity())).toContain('encrypted for another key');
    expect(await attempt('not a key')).toContain('not a private key');
    for (const length of [0, 10, 300, whole.length - 1, Math.floor(whole.length / 2)]) {
      writeFileSync(file, whole);
      truncateSync(file, length);
      expect(await attempt()).toMatch(/is missing, damaged or no backup/);
    }
    for (const at of [3, 250, Math.floor(whole.length / 2), whole.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(file, damaged);
      expect(await attempt()).toMatch(/is missing, damaged or no backup|another key/);
    }
    writeFileSync(file, Buffer.concat([whole, whole]));
    expect(await attempt()).toContain('damaged');
    writeFileSync(file, whole);
    expect((await restore(file, to.settings)).code).toBe(0);
  });
});

it('keeps the last backup of each of the latest days, and touches no other files', async () => {
  const { settings } = await createIdle();
  const folder = makeFolder();
  const ofDay = (day: string, time: string) => `enquiries-2020-01-${day}T${time}-00-00Z.age`;
  const names = ['01', '02', '03', '04'].flatMap((day) => [ofDay(day, '02'), ofDay(day, '14')]);
  for (const name of ['mine.gz', ...names]) writeFileSync(join(folder, name), '');
  const env = { ...settings, BACKUP_KEY, BACKUP_DIR: folder, BACKUP_KEEP_DAYS: '3' };
  expect((await runStaff(['backup'], env)).code).toBe(0);
  const fresh = readdirSync(folder).filter((name) => !name.includes('2020') && name !== 'mine.gz');
  expect(fresh).toHaveLength(1);
  expect(readdirSync(folder).sort()).toEqual(
    [ofDay('03', '14'), ofDay('04', '14'), ...fresh, 'mine.gz'].sort(),
  );
});

it('restores the newest backup in the folder if no file is named', async () => {
  const { settings } = await createIdle();
  const folder = makeFolder();
  writeFileSync(join(folder, 'enquiries-2020-01-01T02-00-00Z.age'), '');
  const newest = await backUp(settings, folder);
  const to = await createIdle();
  const restored = await runStaff(
    ['restore', '--none-erased'],
    { ...to.settings, BACKUP_DIR: folder },
    { piped: identity },
  );
  expect([restored.code, restored.notes]).toEqual([0, expect.stringContaining(newest)]);
});

it('replaces existing data only with --replace, and only after a yes or with --yes', async () => {
  const from = await startBusy();
  const id = await storeAccepted(from.database);
  const file = await backUp(from.settings);
  const to = await createIdle();
  const other = await storeAccepted(to.database);
  const extras = Array.from({ length: 501 }, (_, number) => ({ number }));
  await withMongodb(to.settings.MONGODB_URI, (client) =>
    client.db().collection('extras').insertMany(extras),
  );
  const ids = async () => (await to.database.submissions.find().lean()).map(({ _id }) => _id);

  const refused = await restore(file, to.settings);
  expect([refused.code, refused.notes]).toEqual([1, expect.stringContaining('Add --replace')]);
  expect((await restore(file, to.settings, '--replace')).notes).toContain('add --yes');
  const answer = (text: string) =>
    runStaff(['restore', '--replace', '--none-erased', file], to.settings, {
      answers: [identity, text],
    });
  expect((await answer('no')).code).toBe(1);
  const heartbeat = startHeartbeat(to.redis, {
    prefix: to.settings.QUEUE_PREFIX,
    service: 'api',
  });
  const stopFirst = 'Stop these first: api.';
  await expect.poll(async () => (await answer('no')).notes).toContain(stopFirst);
  expect((await restore(file, to.settings, '--replace', '--yes')).notes).toContain(stopFirst);
  await heartbeat.stop();
  expect(await ids()).toEqual([other]);

  expect((await answer('yes')).code).toBe(0);
  expect(await ids()).toEqual([id]);
  expect((await documentsIn(to.settings)).join()).not.toContain('extras');
  const [record] = await to.database.audit.read({ limit: 1 });
  expect(record).toMatchObject({ action: 'backup.restore', outcome: 'done' });
});

describe('enquiries that were erased after the backup', () => {
  /** Three enquiries are backed up; then two of them are erased. */
  async function eraseAfterBackup() {
    const worker = await createIdle();
    const { database, settings } = worker;
    await addOfficer(database);
    const [kept, erased, alsoErased] = [
      await storeAccepted(database),
      await storeAccepted(database),
      await storeAccepted(database),
    ];
    await database.audit.record({ actor: 'lebo', action: 'session.sign-in' });
    const file = await backUp(settings);
    const refusal = { actor: 'lebo', action: 'person.erase', subject: { ids: [kept] } };
    await (await database.audit.start(refusal)).end('refused');
    const run = await runAsOfficer(['submissions', 'erase', erased, alsoErased, '--yes'], settings);
    expect(run.code, run.notes).toBe(0);
    const hasOnlyKept = async ({ submissions }: Database) => {
      const left = await submissions.find().lean();
      expect(left.map(({ _id }) => _id)).toEqual([kept]);
    };
    return { worker, file, kept, erased, printed: run.out, hasOnlyKept };
  }

  it('are not restored with --replace, which keeps the audit trail', async () => {
    const { worker, file, hasOnlyKept } = await eraseAfterBackup();
    const args = ['restore', file, '--replace', '--yes'];
    const { code, notes } = await runStaff(args, worker.settings, { piped: identity });
    expect([code, notes]).toEqual([0, expect.stringContaining('erased, and not restored: 2')]);
    await hasOnlyKept(worker.database);
    const records = await worker.database.audit.read({ limit: 100 });
    const actions = records.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['person.erase', 'backup.restore']));
  });

  it('are not restored into an empty database, which requires to say which they are', async () => {
    const { file, kept, printed, hasOnlyKept } = await eraseAfterBackup();
    const to = await createIdle();
    const attempt = (...args: string[]) =>
      runStaff(['restore', file, ...args], to.settings, { piped: identity });
    const { code, notes } = await attempt();
    expect([code, notes]).toEqual([
      2,
      expect.stringContaining('add --erased FILE or --none-erased'),
    ]);
    expect(await documentsIn(to.settings)).toEqual([]);

    const list = join(makeFolder(), 'erased');
    // A log also names enquiries that were only read.
    const read = `{"action":"enquiry.read","ids":["${kept}"]}\n`;
    writeFileSync(list, read);
    expect((await attempt('--erased', list)).notes).toContain('does not say what was erased');
    writeFileSync(list, printed.toUpperCase());
    expect((await attempt('--erased', list)).notes).toContain('erased, and not restored: 2');
    await hasOnlyKept(to.database);
    const ids = printed.trim().split('\n');
    writeFileSync(list, `${read}{"action":"person.erase","ids":${JSON.stringify(ids)}}\n`);
    const again = await attempt('--erased', list, '--replace', '--yes');
    expect(again.notes).toContain('erased, and not restored: 2');
    await hasOnlyKept(to.database);
    // The next restore knows them from the audit trail.
    expect((await restore(file, to.settings, '--replace', '--yes')).code).toBe(0);
    await hasOnlyKept(to.database);
  });
});

it('names what is wrong with the settings, and never accepts a private key', async () => {
  const { settings } = await createIdle();
  const run = async (env: Settings) => (await runStaff(['backup'], { ...settings, ...env })).notes;
  expect(await run({})).toMatch(/BACKUP_KEY: must be set.*\n.*BACKUP_DIR: must be set/);
  const BACKUP_DIR = makeFolder();
  expect(await run({ BACKUP_DIR, BACKUP_KEY: identity })).toContain('never private');
  expect(await run({ BACKUP_DIR, BACKUP_KEY: 'age1abc' })).toContain('must be a public key');
  expect(await run({ BACKUP_DIR: '/not/there', BACKUP_KEY })).toBe(
    'The backup folder /not/there cannot be read. Make it, or correct BACKUP_DIR.\n',
  );
});
