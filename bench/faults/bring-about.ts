import { setTimeout as sleep } from 'node:timers/promises';

import { waitFor } from '../../testing/wait-for.ts';
import type { Fault } from './faults.ts';
import {
  forgetWhatWasTold,
  hasRunbook,
  letAnHourPass,
  readPage,
  runDoctor,
  type Diagnosis,
} from './observe.ts';
import type { Product } from './product.ts';
import { isCause, type Row } from './report.ts';

/** Milliseconds: in which a fault has to be noticed, and in which all has to be well after it. */
const noticeWithin = 180_000;
const wellWithin = 300_000;
const every = 500;
/** Longer than the page shows what was seen before. */
const settleWithin = 25_000;

/** Brings a fault about, notes what is said of it, and waits until all is well and its end was told. */
export async function bringAbout(product: Product, fault: Fault): Promise<Row> {
  const { receiver } = product;
  await forgetWhatWasTold(product);
  await untilWell(product);
  // Somebody has the page open: it knows them for half an hour without MongoDB.
  await waitFor('the page is shown', () => readPage(product), wellWithin, every);
  receiver.forget();
  const started = performance.now();
  const seconds = () => Math.max(1, Math.round((performance.now() - started) / 1_000));
  await fault.begin(product);
  const noticed = await waitFor('it is noticed', () => diagnose(product), noticeWithin, every);
  const noticedAfter = seconds();
  const toldAfter = fault.nobodyTells
    ? await untilSilent(product).then(seconds)
    : await waitFor('it is told', () => receiver.told().length > 0, noticeWithin, every).then(
        seconds,
      );
  await letAnHourPass(product);
  const settled = await lookUntil(product, isAlone(fault.cause));
  const page = await waitForPage(product, isAlone(fault.cause));
  const told = receiver.told();
  await fault.end(product);
  await untilWell(product);
  if (fault.nobodyTells) {
    await forgetWhatWasTold(product);
    const beats = receiver.heartbeats();
    await waitFor('it lives', () => receiver.heartbeats() > beats, wellWithin, every);
  } else {
    await waitFor('its end is told', () => hasEnded(receiver.told()), wellWithin, every);
  }
  const [first] = settled.causes;
  return {
    fault,
    ...{ noticedAfter, toldAfter, told, code: settled.code },
    looks: { noticed, settled },
    page,
    hasRunbook: first !== undefined && hasRunbook(first),
  };
}

async function diagnose(product: Product): Promise<(Diagnosis & { code: number }) | undefined> {
  const found = await runDoctor(product);
  return found.causes.length > 0 ? found : undefined;
}

/** Whether nothing critical is named besides what is wanted, which comes first. */
function isAlone(wanted: string) {
  return ({ causes: [first, ...others] }: Diagnosis) =>
    isCause(first, wanted) && others.every(({ level }) => level !== 'critical');
}

/** Looks until all has come in that is on its way, such as the next canary, or for so long. */
async function lookUntil(product: Product, isEnough: (found: Diagnosis) => boolean) {
  const deadline = performance.now() + settleWithin;
  for (;;) {
    const found = await runDoctor(product);
    if (isEnough(found) || performance.now() > deadline) return found;
  }
}

/** The page shows for some seconds what was seen before. */
async function waitForPage(product: Product, isEnough: (found: Diagnosis) => boolean) {
  const deadline = performance.now() + settleWithin;
  while (product.servers.office.answers()) {
    const page = await readPage(product);
    if ((page && isEnough(page)) || performance.now() > deadline) return page;
    await sleep(every);
  }
  return undefined;
}

/** Resolves when no sign of life has come for as long as three looks take. */
async function untilSilent({ receiver, settings }: Product): Promise<void> {
  const pause = Math.max(3_000, Number(settings.ALERT_AFTER_MINUTES) * 60_000);
  let [last, at] = [receiver.heartbeats(), performance.now()];
  await waitFor(
    'signs of life stop',
    () => {
      const now = receiver.heartbeats();
      if (now !== last) [last, at] = [now, performance.now()];
      return performance.now() - at > pause + 5_000;
    },
    noticeWithin,
  );
}

function hasEnded(told: Row['told']): boolean {
  const began = told.filter(({ title }) => /^(Critical|Warning): /.test(title));
  const subjects = new Set(began.map(({ channel, title }) => `${channel} ${title.split(': ')[1]}`));
  const over = told.filter(({ title }) => title.startsWith('Resolved: '));
  const ended = new Set(over.map(({ channel, title }) => `${channel} ${title.split(': ')[1]}`));
  return [...subjects].every((subject) => ended.has(subject));
}

/** Resolves when the doctor finds nothing wrong. */
export async function untilWell(product: Product): Promise<void> {
  let last: Diagnosis | undefined;
  await waitFor(
    'all is well',
    async () => {
      last = await diagnose(product);
      return last === undefined;
    },
    wellWithin,
    every,
  ).catch((error: unknown) => {
    const says = last?.causes.map(({ subject, says: line }) => `${subject}: ${line}`).join('\n');
    throw new Error(`It does not recover:\n${says}`, { cause: error });
  });
}
