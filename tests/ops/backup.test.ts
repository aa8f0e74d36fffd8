import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

import { buildSiteIfStale } from '../../dev/build-site.ts';
import { projectRoot } from '../../dev/processes.ts';
import { withQueues } from '../../testing/queues.ts';
import { sendUntilAcknowledged } from '../../testing/send-enquiry.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { ownSettings, startOwn, untilStored, type OwnStart } from '../dev/own-start.ts';

const page = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
const [, drill = ''] = /^### The drill\n.*?^```sh\n(.*?)^```/ms.exec(page) ?? [];
const lines = drill.trim().split('\n');

beforeAll(() => buildSiteIfStale(console.info), 180_000);

it('the drill of docs/operations.md brings back every enquiry, stored or waiting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drill-'));
  const settings = await ownSettings(join(folder, '.data'));
  let running: OwnStart | undefined;
  async function start() {
    running = startOwn(settings);
    await running.ready();
  }
  async function stop() {
    running?.child.kill('SIGINT');
    expect(await running?.ended()).toBe(0);
  }
  onTestFinished(async () => {
    running?.child.kill('SIGINT');
    await running?.ended();
    rmSync(folder, { recursive: true });
  });
  const redisUrl = `redis://127.0.0.1:${settings.REDIS_PORT}`;
  const pause = (isPaused: boolean) =>
    withQueues(redisUrl, '{enquiries}', ({ submissions }) =>
      isPaused ? submissions.pause() : submissions.resume(),
    );

  await start();
  const send = (about: string) => sendUntilAcknowledged(running?.site ?? '', about);
  const stored = [await send('one'), await send('two')];
  await untilStored(settings, stored);
  // One waits in Redis while the backup is made.
  await pause(true);
  const waiting = await send('three');

  const outputs: string[] = [];
  for (const line of lines) {
    const command = line.replace(/ +#.*$/, '').replace('REFERENCE', stored[0] ?? '');
    if (line.startsWith('# Stop npm start')) await stop();
    else if (command === 'npm start') await start();
    else if (command === 'npm run doctor') {
      await pause(false);
      await untilStored(settings, [...stored, waiting]);
      await waitFor('all is well', () =>
        run(`${command} || :`).includes('All that was looked at is well.'),
      );
    } else outputs.push(run(command));
  }
  const counts = outputs.map((output) => /(\d+ of \d+|No) enquiries/.exec(output)?.[0]);
  expect(counts.filter(Boolean)).toEqual(['1 of 2 enquiries', 'No enquiries', '1 of 2 enquiries']);
  expect(outputs.at(-1)).toContain(stored[0]);

  /** What a command prints, in the folder of the data or, of npm, in that of the project. */
  function run(command: string): string {
    const cwd = command.startsWith('npm ') ? projectRoot : folder;
    const options = { cwd, env: { ...process.env, ...settings }, encoding: 'utf8' } as const;
    return execFileSync('sh', ['-ec', `${command} 2>&1`], options);
  }
}, 180_000);
