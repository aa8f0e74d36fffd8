import { spawnSync } from 'node:child_process';
import { cp, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { projectRoot } from '../../dev/processes.ts';
import { createAccepted, createNumberedEnquiry } from '../../testing/enquiry.ts';
import { postForm } from '../../testing/send-enquiry.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { askOffice } from './observe.ts';
import type { Product } from './product.ts';

export type Act = (product: Product) => unknown;

export const hour = 3_600_000;

/** The file that fills the data disk. */
export const filler = (product: Product) => join(product.folders.data, 'filler');
export const why = { reason: 'npm run faults' };

/** Returns the acts that set a Redis setting to a wrong value and back to the right one. */
export function configure(name: string, wrong: string, right: string) {
  const set = (value: string) => (product: Product) =>
    product.redis.ask((redis) => redis.config('SET', name, value));
  return { begin: set(wrong), end: set(right) };
}

/** Limits Redis's memory to a multiple of its current use. */
export function limitMemory(share: number): Act {
  return (product) =>
    product.redis.ask(async (redis) => {
      const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
      await redis.config('SET', 'maxmemory', Math.round(used * share));
    });
}

/** Removes the limit on Redis's memory. */
export const endLimit: Act = (product) =>
  product.redis.ask((redis) => redis.config('SET', 'maxmemory', 0));

/** Fills the data disk completely. */
export const fillDisk: Act = (product) =>
  spawnSync('dd', ['if=/dev/zero', `of=${filler(product)}`, 'bs=512']);

/** Copies the API and gives the copy an earlier version number. Resolves to the copy's path. */
export async function oldApi(): Promise<string> {
  const folder = join(projectRoot, 'build/faults');
  await mkdir(join(folder, 'build'), { recursive: true });
  await cp(join(projectRoot, 'build/api.js'), join(folder, 'build/api.js'));
  await cp(join(projectRoot, 'dist-pages'), join(folder, 'dist-pages'), { recursive: true });
  const manifest = { type: 'module', version: '0.0.1' };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  return 'build/faults/build/api.js';
}

/** Sends more enquiries than `RATE_LIMIT_PER_MINUTE` allows. */
export async function sendMany({ servers }: Product): Promise<void> {
  for (let number = 0; number < 30; number += 1) {
    await postForm(servers.api.url, createNumberedEnquiry(number, String(Date.now())));
  }
}

export const unreviewedSpam = createAccepted({
  acceptedAt: new Date(Date.now() - 96 * hour),
  screening: { score: 9, reasons: ['link-in-name'], verdict: 'hidden' as const },
});

/** Retries failed jobs as the runbook describes. */
export async function retryFailedJobs(product: Product): Promise<void> {
  const queues = await waitFor('the page shows failed jobs', async () => {
    const found = await askOffice(product, 'queue.list');
    const failed = found?.queues.filter(
      (queue) => queue.failed > 0 && queue.name !== 'maintenance',
    );
    return failed?.length ? failed : undefined;
  });
  for (const { name: queue } of queues) {
    await askOffice(product, 'queue.retry-failed', { queue, ...why });
  }
}

/** Makes the mail server refuse a staff address, and sends an enquiry. */
export async function refuseStaff(product: Product): Promise<void> {
  product.mail.answers.recipient = (address) => (address.startsWith('desk@') ? 550 : undefined);
  await postForm(product.servers.api.url, createNumberedEnquiry(0, `refused-${Date.now()}`));
}

/** Sets the age of the newest backup, in milliseconds. */
export function setBackupAge(age: number): Act {
  const then = () => (Date.now() - age) / 1_000;
  return ({ folders }) => utimes(join(folders.backups, 'mongodb.gz'), then(), then());
}
