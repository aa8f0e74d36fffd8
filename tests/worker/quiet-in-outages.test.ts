import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, onTestFinished } from 'vitest';

import { untilSent } from '../../testing/own-stores.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { startStoreProxies } from '../../testing/tcp-proxy.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createTestWorker, startTestWorker, submit } from '../../testing/test-worker.ts';

/** In milliseconds. */
const outage = 10_000;

const smtp = forAllTests(startSmtpDouble);
const observer = forAllTests(() => createTestWorker(settingsFor(smtp)));
const stores = forAllTests(() => startStoreProxies(observer.settings));

afterEach(() => {
  smtp.answers.recipient = () => undefined;
  smtp.answers.message = () => undefined;
});

// The default timeout of the watchdog is shorter than an outage, but leaves a busy machine enough
// time to make progress after an outage.
async function startWorker(watchdogAfter = '7') {
  const worker = await startTestWorker({
    ...observer.settings,
    ...stores.settings,
    SWEEP_EVERY_SECONDS: '2',
    WATCHDOG_AFTER_SECONDS: watchdogAfter,
  });
  onTestFinished(() => worker.close());
  await waitFor('its indexes are created', () => worker.logs().includes('indexes created'));
  return worker;
}

interface Line {
  level: string;
  event: string;
  reason?: string;
}

/** Warnings that only a busy machine causes. After an outage, a stalled job is logged as info. */
const signsOfLoad = ['slow mongodb command', 'job stalled'];

/** The log lines of level `warn` or higher, without ignored events. */
function alarms(logs: string, ignored = signsOfLoad): Line[] {
  const lines = logs.split('\n').filter(Boolean);
  const all = lines.map((line) => JSON.parse(line) as Line);
  const urgent = all.filter(({ level }) => ['warn', 'error', 'fatal'].includes(level));
  return urgent.filter(({ event }) => !ignored.includes(event));
}

it.each(['redis', 'mongodb'] as const)('logs one alarm when %s goes down', async (store) => {
  const worker = await startWorker();
  await stores[store].down();
  const ids = store === 'mongodb' ? [1, 2, 3, 4, 5].map(() => submit(observer.queues)) : [];
  await sleep(outage);
  const id = await submit(observer.queues);
  await stores[store].up();
  for (const each of [...(await Promise.all(ids)), id]) {
    await untilSent(observer.database, each);
  }
  const other = store === 'redis' ? 'mongodb' : 'redis';
  const lines = alarms(worker.logs(), [...signsOfLoad, `${other} connection lost`]);
  expect(lines.map(({ event }) => event)).toEqual([`${store} connection lost`]);
  expect(lines[0]?.reason).toMatch(/^(refused|closed|not connected|timeout)$/);
  expect(worker.logs()).toContain(`${store} connection restored`);
});

it('logs one alarm if redis is down for longer than the lock of a running job lasts', async () => {
  const worker = await startWorker();
  let isHeld = true;
  let sending = 0;
  smtp.answers.message = async () => {
    sending += 1;
    while (isHeld) await sleep(25);
    return undefined;
  };
  const id = await submit(observer.queues);
  await waitFor('both emails are being sent', () => sending === 2);
  await stores.redis.down();
  isHeld = false;
  await untilSent(observer.database, id);
  await sleep(outage);
  await stores.redis.up();
  await waitFor('the job is taken again', () => worker.logs().includes('job stalled'));
  await expect.poll(() => observer.queues.notifications.getActiveCount()).toBe(0);
  const lines = alarms(worker.logs(), ['slow mongodb command']);
  expect(lines.map(({ event }) => event)).toEqual(['redis connection lost']);
});

it('logs one alarm when the mail server refuses all email, and none for greylisting', async () => {
  // Long enough that a busy machine does not trigger the watchdog.
  const worker = await startWorker('60');
  smtp.answers.recipient = () => '451 4.7.1 Greylisted, try again later';
  const greylisted = await submit(observer.queues);
  await sleep(3_000);
  expect(alarms(worker.logs())).toEqual([]);
  smtp.answers.recipient = () => undefined;
  await untilSent(observer.database, greylisted, 20_000);
  smtp.answers.message = () => '452 4.3.1 Insufficient storage';
  const refused = await submit(observer.queues);
  await sleep(3_000);
  smtp.answers.message = () => undefined;
  await untilSent(observer.database, refused, 20_000);
  expect(alarms(worker.logs())).toMatchObject([
    { event: 'mail server refused our email', reason: 'smtp 452 4.3.1' },
  ]);
});
