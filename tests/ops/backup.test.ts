import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { referenceOf } from '../../contract/reference.ts';
import { startEmbeddedMongodb } from '../../packages/embedded-mongodb/server.ts';
import { projectRoot } from '../../dev/processes.ts';
import { runDoctor } from '../../office/terminal/doctor.ts';
import { startOwnRedis } from '../../testing/own-redis.ts';
import { untilSent } from '../../testing/own-stores.ts';
import { addOfficer, runAsOfficer, runStaff } from '../../testing/office/run-staff.ts';
import { startTestWorker, submit } from '../../testing/test-worker.ts';

const page = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
const [, drill = ''] = /^### The drill\n.*?^```sh\n(.*?)^```/ms.exec(page) ?? [];

/** The stores on the folder of `npm start`, and a worker. */
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

it.each([
  ['works', 0],
  ['fails', 7],
])('lets Redis rewrite its file again even if the copy %s', (_how, status) => {
  const [, block = ''] = /^(# Back up, while[^]*?)\n\n/m.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'runbook-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // A stand-in for Docker that records its arguments.
  const docker = `#!/bin/sh\necho "$*" >> '${folder}/commands'\ncase "$*" in *tar*) exit ${status} ;; esac\n`;
  writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH ?? ''}` };
  expect(spawnSync('bash', ['-ec', block], { cwd: folder, env }).status).toBe(status);
  const commands = readFileSync(join(folder, 'commands'), 'utf8').match(/tar -C|percentage \d+/g);
  expect(commands).toEqual(['percentage 0', 'tar -C', 'percentage 100']);
});

it('the drill in docs/operations.md restores every enquiry, stored or waiting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drill-'));
  const dataDir = join(folder, '.data');
  let running: Awaited<ReturnType<typeof startOn>> | undefined = await startOn(dataDir);
  onTestFinished(async () => {
    await running?.stop();
    rmSync(folder, { recursive: true });
  });
  await addOfficer(running.database);
  const ids = [await submit(running.queues), await submit(running.queues)];
  for (const id of ids) await untilSent(running.database, id);
  // One enquiry waits in Redis during the backup.
  await running.queues.submissions.pause();
  ids.push(await submit(running.queues));

  /** Runs a line. Returns its output if it is one of our commands. */
  async function follow(line: string): Promise<string> {
    const [command = ''] = line.split(/ +#/);
    if (line.startsWith('# Stop npm start')) {
      await running?.stop();
      running = undefined;
    } else if (command === 'npm start') {
      running = await startOn(dataDir);
    } else if (command.startsWith('npm run')) {
      const [name = '', ...rest] = command.replace('npm run ', '').replace('-- ', '').split(' ');
      const args = rest.map((word) => (word === 'REFERENCE' ? referenceOf(ids[0] ?? '') : word));
      const env = { ...running?.settings, DATA_DIR: dataDir };
      const run =
        name === 'doctor'
          ? await runStaff(args, env, {}, runDoctor)
          : await runAsOfficer([name, ...args], env);
      return run.notes + run.out;
    } else {
      execFileSync('sh', ['-ec', command], { cwd: folder });
    }
    return '';
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

  await running.queues.submissions.resume();
  for (const id of ids) await untilSent(running.database, id);
  await expect.poll(() => follow(lines.at(-1) ?? '')).toMatch(/\nAll completed checks passed\./);
});
