import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { storeSubmissionJob } from '../../contract/jobs.ts';
import { projectRoot } from '../../dev/processes.ts';
import type { AnswerOf, ActionName } from '../../office/office-api.ts';
import { causesOf } from '../../office/features/status/words.ts';
import type { FindingView } from '../../office/features/status/actions.ts';
import { trackCanaries } from '../../platform/canary-proof.ts';
import { withTimeout } from '../../platform/timeout.ts';
import { createSubmissionPayload } from '../../testing/enquiry.ts';
import { callOffice } from '../../testing/office/call-office.ts';
import { withQueues } from '../../testing/queues.ts';
import { queuePrefix, type Product } from './product.ts';

export interface Diagnosis {
  /** Root causes, worst first. */
  causes: FindingView[];
  /** Effects of the first root cause. */
  effects: FindingView[];
}

/** Runs the doctor command with the settings of the product. */
export async function runDoctor({ settings }: Product): Promise<Diagnosis & { code: number }> {
  const env = { ...process.env, ...settings };
  const args = ['build/staff/doctor.js', '--json'];
  const { code, out } = await new Promise<{ code: number; out: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: projectRoot, env }, (error, out) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out });
    });
  });
  const { findings } = JSON.parse(out) as { findings: FindingView[] };
  return { code, ...diagnose(findings) };
}

function diagnose(findings: readonly FindingView[]): Diagnosis {
  const wrong = causesOf(findings);
  return { causes: wrong.map(({ cause }) => cause), effects: wrong[0]?.effects ?? [] };
}

/** Reads the status page. Resolves to undefined if the enquiries desk is down or refuses access. */
export async function readPage(
  product: Product,
): Promise<(Diagnosis & Pick<AnswerOf<'status.health'>, 'level' | 'proven'>) | undefined> {
  const health = await askOffice(product, 'status.health').catch(() => undefined);
  return health && { ...diagnose(health.findings), level: health.level, proven: health.proven };
}

/** Calls the enquiries desk as its pages do. Resolves to undefined if it refuses. */
export async function askOffice<Name extends ActionName>(
  { servers, cookie }: Product,
  name: Name,
  body?: object,
): Promise<AnswerOf<Name> | undefined> {
  const signal = AbortSignal.timeout(20_000);
  const response = await callOffice(servers.office.url, name, { cookie, body, signal });
  const text = await response.text();
  return response.ok ? (JSON.parse(text) as AnswerOf<Name>) : undefined;
}

/**
 * Simulates that the fault has lasted for an hour: the last canary arrived an hour ago, and an
 * enquiry has waited for an hour. Does nothing if Redis cannot be written to.
 */
export async function simulateAnHour({ redis, settings }: Product): Promise<void> {
  if (!redis.answers()) return;
  const { REDIS_URL = '' } = settings;
  const timestamp = Date.now() - 3_600_000;
  const aging = withQueues(REDIS_URL, queuePrefix, async ({ submissions }, connection) => {
    const { proven } = await trackCanaries(connection, queuePrefix).read();
    const id = await connection.get(`${queuePrefix}:canary:proven`);
    const reached = Object.keys(proven?.reached ?? {}).map((step) => [step, timestamp]);
    const way = { startedAt: timestamp, ...Object.fromEntries(reached) } as Record<string, number>;
    await connection.hset(`${queuePrefix}:canary:${id}`, way);
    await submissions.add(storeSubmissionJob.name, createSubmissionPayload(), { timestamp });
  });
  await withTimeout(5_000, aging).catch(() => undefined);
}

/** Clears the alert state, as if a day had passed. Otherwise repeated alerts would be delayed. */
export async function clearAlertState({ servers, database, settings }: Product): Promise<void> {
  await servers.office.stop();
  const { REDIS_URL = '' } = settings;
  await withQueues(REDIS_URL, queuePrefix, (_queues, redis) =>
    redis.del(`${queuePrefix}:alerts`, `${queuePrefix}:alerts-leader`),
  );
  const remembered = database.submissions.db.collection<{ _id: string }>('settings');
  await remembered.deleteMany({ _id: { $in: ['alerts', 'alerts-leader'] } });
  await servers.office.start();
}

const headings = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')
  .toLowerCase()
  .match(/^#+ .+$/gm)
  ?.map((heading) => heading.replaceAll(/[^\w]+/g, ' ').trim());

/** Whether the runbook of a finding exists in docs/operations.md. */
export function hasRunbook({ runbook = '' }: FindingView): boolean {
  return headings?.includes(runbook.replaceAll('-', ' ')) ?? false;
}
