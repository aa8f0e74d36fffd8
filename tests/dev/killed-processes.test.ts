import type { ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { connect } from '#storage/connection.ts';
import { silent } from '#support/loggers.ts';
import { sendUntilAcknowledged } from '#support/send-enquiry.ts';
import { waitFor } from '#support/wait-for.ts';
import { descendantsOf, killAll, ownSettings, startOwn, untilGone } from '#support/own-start.ts';
import { type Listed, type OwnStart } from '#support/own-start.ts';
import { buildIfStale } from '../../dev/build-site.ts';
import { spawnNode } from '../../dev/processes.ts';

type Settings = Record<string, string>;

let settings: Settings;
let product: OwnStart;
const started: Listed[] = [];
const references: string[] = [];

async function start(): Promise<void> {
  product = startOwn(settings, 'start', startWithFault);
  await product.ready();
  started.push(...descendantsOf(product.child.pid));
}

/** Starts the product with a main process that throws an uncaught error on SIGUSR2. */
function startWithFault(): ChildProcess {
  const fault = `process.on('SIGUSR2', () => { throw new Error('a fault of the site server') })`;
  const args = ['--import', 'tsx', '--import', `data:text/javascript,${fault}`, 'dev/main.ts'];
  return spawnNode(args, settings, ['ignore', 'pipe', 'pipe']);
}

/** Waits until MongoDB has exactly the accepted enquiries. */
async function untilStored(): Promise<void> {
  const running = readFileSync(join(settings.DATA_DIR ?? '', 'running.json'), 'utf8');
  const { mongodb } = JSON.parse(running) as { mongodb: string };
  const database = connect(mongodb, { logger: silent });
  await database.connected;
  try {
    const wanted = [...references].sort().join();
    await waitFor(`${references.length} enquiries are stored`, async () => {
      const submissions = await database.submissions.find().lean().exec();
      const stored = submissions.map(({ reference }) => reference);
      return stored.sort().join() === wanted;
    });
  } finally {
    await database.close();
  }
}

async function send(about: string): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    // Each enquiry is unique, because duplicates would be stored only once.
    references.push(await sendUntilAcknowledged(product.api, `${about}-${references.length}`));
  }
}

function find(command: RegExp): Listed[] {
  return descendantsOf(product.child.pid).filter((one) => command.test(one.command));
}

beforeAll(async () => {
  buildIfStale('site');
  settings = await ownSettings();
  await start();
});

afterAll(async () => {
  started.push(...descendantsOf(product.child.pid));
  product.child.kill('SIGKILL');
  killAll(started);
  await untilGone(started);
  rmSync(settings.DATA_DIR ?? '', { recursive: true, force: true });
});

it.each([
  ['Redis', /redis-server/],
  ['MongoDB', /mongod/],
])('a killed %s is reported in one line, and restarted with its data', async (name, command) => {
  await send(`before-${name}`);
  const [victim] = find(command);
  process.kill(victim?.pid ?? 0, 'SIGKILL');
  await waitFor(`${name} is running again`, () =>
    find(command).some(({ pid }) => pid !== victim?.pid),
  );
  await send(`after-${name}`);
  await untilStored();
  const output = product
    .output()
    .split('\n')
    .filter((line) => line.startsWith(`${name} exited`));
  expect(output).toEqual([
    expect.stringContaining(
      `exited (SIGKILL) and will restart in a second. Accepted enquiries are safe in ${settings.DATA_DIR}.`,
    ),
  ]);
});

it('an uncaught error in npm start stops all its processes, and keeps the data', async () => {
  await send('before-fault');
  const left = descendantsOf(product.child.pid);
  process.kill(product.child.pid ?? 0, 'SIGUSR2');
  expect(await product.ended()).toBe(1);
  expect(product.output()).toContain('Error: a fault of the site server\n');
  await untilGone(left);
  await start();
  await untilStored();
}, 60_000);

/** Describes the process that owns the data folder; empty if nobody does. */
async function owner(): Promise<string> {
  return readlink(join(settings.DATA_DIR ?? '', 'owner')).catch(() => '');
}

it('the next start takes over from a killed one', async () => {
  await send('before-kill');
  const left = descendantsOf(product.child.pid);
  const [api] = find(/ build\/api\.js/);
  process.kill(api?.pid ?? 0, 'SIGSTOP');
  product.child.kill('SIGKILL');
  const dead = await owner();
  const starting = start();
  // The API cannot exit before SIGCONT, so the next start begins while the API still runs.
  await waitFor('the next start owns the folder', async () => !['', dead].includes(await owner()));
  process.kill(api?.pid ?? 0, 'SIGCONT');
  await starting;
  await untilGone(left);
  expect([find(/redis-server/).length, find(/mongod/).length]).toEqual([1, 1]);
  await send('after-kill');
  await untilStored();
});
