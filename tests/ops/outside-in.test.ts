import { beforeEach, expect, it, onTestFinished } from 'vitest';

import { storeSubmissionJob } from '#contract/jobs.ts';
import { createSubmissionPayload } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { withQueues } from '#support/queues.ts';
import { runStaff, type JsonFinding } from '#support/office/run-staff.ts';
import { startPipeline } from '#support/running-product.ts';
import { sendUntilAcknowledged } from '#support/send-enquiry.ts';
import { serveSmallSite } from '#support/serve-site.ts';
import type { Service } from '#support/service.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';

const pipeline = forAllTests(startPipeline);
const stores = forAllTests(() => startStoreProxies(pipeline.settings));
const services = {} as Record<'api' | 'worker' | 'office', Service>;
const site = forAllTests(startServices);

async function startServices() {
  const start = async (name: keyof typeof services, settings = {}) => {
    services[name] = await pipeline.start(name, { ...stores.settings, ...settings });
  };
  await Promise.all([start('api'), start('office')]);
  const { api, office } = services;
  const served = await serveSmallSite({ apiUrl: api.url, officeUrl: office.url });
  await start('worker', { SITE_URL: served.url });
  await pipeline.untilSent(await sendUntilAcknowledged(api.url, 'outside-in'));
  return served;
}

/** Runs the doctor. Resolves to its exit code, the causes, and what follows from them. */
async function diagnose() {
  const env = {
    ...pipeline.settings,
    ...stores.settings,
    SITE_URL: site.url,
    DATA_DIR: pipeline.settings.OUTBOX_DIR,
    ALERT_WEBHOOK_URL: 'http://127.0.0.1:9/',
  };
  const { code, out } = await runStaff(['doctor', '--json'], env);
  const { findings } = JSON.parse(out) as { findings: JsonFinding[] };
  const bad = findings.filter(({ level }) => level === 'warning' || level === 'critical');
  const causes = bad.filter(({ because }) => because === undefined);
  return {
    code,
    causes: causes.map(({ id }) => id),
    says: causes.map(({ says }) => says).join(' '),
    links: causes.map(({ link }) => link),
    effects: findings.filter(({ because }) => because !== undefined),
    unchecked: findings.filter(({ level }) => level === 'unknown').map(({ id }) => id),
  };
}

beforeEach(async () => {
  await expect.poll(async () => (await diagnose()).causes, { interval: 500 }).toEqual([]);
});

function hang({ child }: Service): void {
  child.kill('SIGSTOP');
  onTestFinished(() => void child.kill('SIGCONT'));
}

it('finds nothing wrong with a product that works, from outside and inside', async () => {
  expect(await diagnose()).toMatchObject({ code: 0, unchecked: ['backups'] });
});

it('reports an API that hangs', async () => {
  hang(services.api);
  const { code, causes, says, links } = await diagnose();
  expect([code, causes]).toEqual([2, ['api']]);
  expect(says).toContain('does not answer within 5 s');
  expect(links[0]).toMatch(/\/ops\/runbooks#a-process-is-down$/);
});

it('does not advise adding workers while the worker hangs', async () => {
  hang(services.worker);
  const { REDIS_URL, QUEUE_PREFIX } = pipeline.settings;
  const timestamp = Date.now() - 3_600_000;
  await withQueues(REDIS_URL, QUEUE_PREFIX, ({ submissions }) =>
    submissions.add(storeSubmissionJob.name, createSubmissionPayload(), { timestamp }),
  );
  await expect.poll(async () => (await diagnose()).causes, { interval: 500 }).toEqual(['worker']);
  const { effects, says } = await diagnose();
  expect(says).toContain('No worker is running, or it has hung.');
  expect(effects).toContainEqual(
    expect.objectContaining({
      ...{ id: 'waiting', because: 'worker' },
      says: 'The oldest job in submissions has waited for 1 h.',
    }),
  );
});

it.each([
  ['Redis', 'redis', ['worker', 'mail', 'waiting', 'staff', 'failed-jobs']],
  ['MongoDB', 'mongodb', ['staff', 'failed-jobs', 'retention']],
] as const)('names %s as the only cause while it is down', async (_name, store, affected) => {
  await stores[store].down();
  onTestFinished(() => stores[store].up());
  const { code, causes, effects } = await diagnose();
  expect([code, causes]).toEqual([2, [store]]);
  expect(effects.map(({ id }) => id)).toEqual(expect.arrayContaining([...affected]));
  expect(new Set(effects.map(({ because }) => because))).toEqual(new Set([store]));
});
