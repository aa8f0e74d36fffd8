import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, it, onTestFinished } from 'vitest';

import { referenceOf } from '#contract/reference.ts';
import { addOfficer, runAsOfficer, runStaff } from '#support/office/run-staff.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { untilSent } from '#support/own-stores.ts';
import { startTestWorker, submit } from '#support/test-worker.ts';
import { projectRoot } from '../../dev/processes.ts';
import { startEmbeddedMongodb } from '../../packages/embedded-mongodb/server.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-drill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const page = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
const [, drill = ''] = /^### The drill\n.*?^```sh\n(.*?)^```/ms.exec(page) ?? [];

/** Starts stores and a worker that keep their data in the folder, laid out as by `npm start`. */
async function startOn(folder: string) {
  const redis = await startOwnRedis([], join(folder, 'redis'));
  const mongodb = await startEmbeddedMongodb({ port: 0, dataDir: join(folder, 'mongodb') });
  const worker = await startTestWorker({
    ...{ REDIS_URL: redis.url, MONGODB_URI: `${mongodb.uri}/enquiries` },
    ...{ QUEUE_PREFIX: '{enquiries}', OUTBOX_DIR: join(folder, 'outbox') },
  });
  return {
    ...worker,
    async stop() {
      await worker.stop();
      await mongodb.close();
      await redis.stop();
    },
  };
}

it('the drill in docs/operations.md restores every enquiry', async () => {
  const folder = makeFolder();
  const dataDir = join(folder, '.data');
  const backups = makeFolder();
  let running: Awaited<ReturnType<typeof startOn>> | undefined = await startOn(dataDir);
  onTestFinished(() => running?.stop());
  await addOfficer(running.database);
  const ids = [await submit(running.queues), await submit(running.queues)];
  for (const id of ids) await untilSent(running.database, id);
  let key = '';

  /** Runs a line of the drill. Resolves to the output that the test checks, or to ''. */
  async function follow(line: string): Promise<string> {
    const [command = ''] = line.split(/ +#/);
    const [name = '', ...rest] = command
      .replace(/npm run (-s )?/, '')
      .replace('-- ', '')
      .split(' ');
    const env = {
      ...running?.settings,
      ...{
        DATA_DIR: dataDir,
        BACKUP_DIR: backups,
        BACKUP_KEY: key && (await identityToRecipient(key)),
      },
    };
    if (line.startsWith('# Stop npm start')) {
      await running?.stop();
      running = undefined;
    } else if (command === 'npm start') {
      running = await startOn(dataDir);
    } else if (command.startsWith('age-keygen')) {
      key = await generateX25519Identity();
    } else if (name === 'restore') {
      const args = rest.map((word) => (word === '../backup-key.txt' ? writeKey() : word));
      const run = await runStaff(['restore', ...args], env);
      return run.notes;
    } else if (command.startsWith('npm run')) {
      const args = rest.map((word) => (word === 'REFERENCE' ? referenceOf(ids[0] ?? '') : word));
      const isOpen = ['doctor', 'backup'].includes(name);
      const run = await (isOpen ? runStaff : runAsOfficer)([name, ...args], env);
      return run.notes + run.out;
    } else {
      execFileSync('sh', ['-ec', command], { cwd: folder });
    }
    return '';
  }

  function writeKey(): string {
    const file = join(backups, '.key');
    writeFileSync(file, `# created by age-keygen\n${key}\n`);
    return file;
  }

  const outputs: string[] = [];
  const lines = drill.trim().split('\n');
  for (const line of lines.slice(0, -1)) outputs.push(await follow(line));
  const counts = outputs.map(
    (text) => /^(\d+ of \d+ enquiries|There is no account)/m.exec(text)?.[0],
  );
  expect(counts.filter(Boolean)).toEqual([
    '1 of 2 enquiries',
    'There is no account',
    '1 of 2 enquiries',
  ]);
  expect(outputs.at(-1)).toContain(referenceOf(ids[0] ?? ''));

  await expect.poll(() => follow(lines.at(-1) ?? '')).toMatch(/^All completed checks passed\./m);
});
