import { setTimeout as sleep } from 'node:timers/promises';

import { waitFor } from '../../testing/wait-for.ts';
import type { Fault } from './faults.ts';
import {
  clearAlertState,
  hasRunbook,
  simulateAnHour,
  readPage,
  runDoctor,
  type Diagnosis,
} from './observe.ts';
import type { Product } from './product.ts';
import { isCause, type Row } from './report.ts';

/** Time limits in milliseconds for noticing a fault, and for recovering from it. */
const noticeWithin = 180_000;
const recoverWithin = 300_000;
const every = 500;
/** Milliseconds to wait for a complete result: longer than the status page is cached. */
const settleWithin = 25_000;

function until<Found>(
  what: string,
  ask: () => Promise<Found | undefined> | Found | false,
  within = recoverWithin,
): Promise<Found> {
  return waitFor(what, ask, within, every);
}

/**
 * Causes a fault, records how it is reported, ends it, and waits until its end is reported.
 */
export async function bringAbout(product: Product, fault: Fault): Promise<Row> {
  const { receiver } = product;
  await clearAlertState(product);
  await untilHealthy(product);
  // Loads the page before the fault, so that the enquiries desk caches the session. The cached
  // session works for half an hour without MongoDB.
  await until('the page loads', () => readPage(product));
  receiver.clear();
  const started = performance.now();
  const seconds = () => Math.max(1, Math.round((performance.now() - started) / 1_000));
  await fault.begin(product);
  const noticed = await until('the fault is noticed', () => diagnose(product), noticeWithin);
  const noticedAfter = seconds();
  if (fault.sendsNoAlert) await untilSilent(product);
  else await until('an alert reports the fault', () => receiver.alerts().length > 0, noticeWithin);
  const alertedAfter = seconds();
  await simulateAnHour(product);
  const settled = await lookUntil(() => runDoctor(product), isAlone(fault.cause));
  const isOfficeUp = product.servers.office.answers();
  const page = isOfficeUp
    ? await lookUntil(() => readPage(product), isAlone(fault.cause))
    : undefined;
  const alerts = receiver.alerts();
  await fault.end(product);
  await untilHealthy(product);
  if (fault.sendsNoAlert) {
    await clearAlertState(product);
    const beats = receiver.heartbeats();
    await until('heartbeats resume', () => receiver.heartbeats() > beats);
  } else {
    await until('an alert reports the recovery', () => hasEnded(receiver.alerts()));
  }
  const [first] = settled.causes;
  return {
    fault,
    ...{ noticedAfter, alertedAfter, alerts, code: settled.code },
    looks: { noticed, settled },
    page,
    hasRunbook: first !== undefined && hasRunbook(first),
  };
}

async function diagnose(product: Product): Promise<(Diagnosis & { code: number }) | undefined> {
  const found = await runDoctor(product);
  return found.causes.length > 0 ? found : undefined;
}

/** Returns a function that checks that the wanted finding is first and no other is critical. */
function isAlone(wanted: string) {
  return ({ causes: [first, ...others] }: Diagnosis) =>
    isCause(first, wanted) && others.every(({ level }) => level !== 'critical');
}

/**
 * Repeats `look` until its result is good enough, or until the timeout. Some results are complete
 * only after the next canary.
 */
async function lookUntil<Found extends Diagnosis | undefined>(
  look: () => Promise<Found>,
  isEnough: (found: Diagnosis) => boolean,
): Promise<Found> {
  const deadline = performance.now() + settleWithin;
  for (;;) {
    const found = await look();
    if ((found && isEnough(found)) || performance.now() > deadline) return found;
    await sleep(every);
  }
}

/**
 * Resolves when no heartbeat has arrived for the longer of `ALERT_AFTER_MINUTES` and three seconds,
 * plus five seconds.
 */
async function untilSilent({ receiver, settings }: Product): Promise<void> {
  const pause = Math.max(3_000, Number(settings.ALERT_AFTER_MINUTES) * 60_000);
  let [last, at] = [receiver.heartbeats(), performance.now()];
  const isSilent = () => {
    const now = receiver.heartbeats();
    if (now !== last) [last, at] = [now, performance.now()];
    return performance.now() - at > pause + 5_000;
  };
  await until('heartbeats stop', isSilent, noticeWithin);
}

function hasEnded(alerts: Row['alerts']): boolean {
  const subjectsOf = (kind: RegExp) =>
    alerts
      .filter(({ title }) => kind.test(title))
      .map(({ channel, title }) => `${channel} ${title.split(': ')[1]}`);
  const ended = new Set(subjectsOf(/^Resolved: /));
  return subjectsOf(/^(Critical|Warning): /).every((subject) => ended.has(subject));
}

/**
 * Waits until the doctor finds no problem.
 *
 * @throws Error with the remaining problems, after five minutes.
 */
export async function untilHealthy(product: Product): Promise<void> {
  let last: Diagnosis | undefined;
  const isHealthy = async () => (last = await diagnose(product)) === undefined;
  await until('all checks pass', isHealthy).catch((error: unknown) => {
    const says = last?.causes.map(({ subject, says: line }) => `${subject}: ${line}`).join('\n');
    throw new Error(`The product did not recover:\n${says}`, { cause: error });
  });
}
