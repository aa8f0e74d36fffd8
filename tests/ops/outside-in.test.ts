import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

import { storeSubmissionJob } from '../../contract/jobs.ts';
import { runDoctor } from '../../office/terminal/doctor.ts';
import { stationNames } from '../../office/features/status/actions.ts';
import { createSubmissionPayload } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { withQueues } from '../../testing/queues.ts';
import { runStaff, type JsonFinding } from '../../testing/office/run-staff.ts';
import { startPipeline } from '../../testing/running-product.ts';
import { sendUntilAcknowledged } from '../../testing/send-enquiry.ts';
import { serveSmallSite } from '../../testing/serve-site.ts';
import type { Service } from '../../testing/service.ts';
import { startStoreProxies } from '../../testing/tcp-proxy.ts';

const pipeline = forAllTests(startPipeline);
const stores = forAllTests(() => startStoreProxies(pipeline.settings));
const services = {} as Record<'api' | 'worker' | 'office', Service>;
const site = forAllTests(startServices);
const backups = forAllTests(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'));
  await writeFile(join(folder, 'mongodb.gz'), '');
  return { folder, stop: () => rm(folder, { recursive: true }) };
});

async function startServices() {
  const start = async (name: keyof typeof services, settings = {}) => {
    services[name] = await pipeline.start(name, { ...stores.settings, ...settings });
  };
  await Promise.all([start('api'), start('office')]);
  const { api, office } = services;
  const served = await serveSmallSite({ apiUrl: api.url, officeUrl: office.url });
  await start('worker', { SITE_URL: served.url });
  // The last stored enquiry tells how long enquiries wait for the worker.
  await pipeline.untilSent(await sendUntilAcknowledged(api.url, 'outside-in'));
  return served;
}

function runTheDoctor(change: Record<string, string> = {}, ...args: string[]) {
  const env = {
    ...pipeline.settings,
    ...stores.settings,
    SITE_URL: site.url,
    DATA_DIR: pipeline.settings.OUTBOX_DIR,
    BACKUP_DIR: backups.folder,
    ALERT_WEBHOOK_URL: 'http://127.0.0.1:9/',
    ...change,
  };
  return runStaff(args, env, {}, runDoctor);
}

/** Runs the doctor. Resolves to its exit code, the root causes and their effects. */
async function diagnose() {
  const { code, out } = await runTheDoctor({}, '--json');
  const { findings } = JSON.parse(out) as { findings: JsonFinding[] };
  const bad = findings.filter(({ level }) => level === 'warning' || level === 'critical');
  const causes = bad.filter(({ because }) => because === undefined);
  return {
    code,
    causes: causes.map(({ id }) => id),
    says: causes.map(({ says }) => says).join(' '),
    runbooks: causes.map(({ runbook }) => runbook),
    following: findings.filter(({ because }) => because !== undefined),
  };
}

/** Matches the last line if there is no problem. Only a real MongoDB reports its disk. */
const well = /\n(All checks passed|All completed checks passed\. Not checked: MongoDB disk)\.\n$/;

beforeEach(async () => {
  await expect.poll(async () => (await runTheDoctor()).out, { interval: 500 }).toMatch(well);
});

function hang({ child }: Service): void {
  child.kill('SIGSTOP');
  onTestFinished(() => void child.kill('SIGCONT'));
}

it('finds no problems in a healthy product', async () => {
  const { code, out } = await runTheDoctor({}, '--all');
  expect(code).toBe(0);
  expect(out).toMatch(/^ok +Worker +Running: /m);
});

it('shows the duration of each step of the pipeline, from page to email', async () => {
  const { out } = await runTheDoctor({}, '--json');
  const { findings } = JSON.parse(out) as { findings: JsonFinding[] };
  const latencies = stationNames.map((name) => findings.find(({ id }) => id === name)?.latency);
  expect(latencies).toEqual(stationNames.map(() => expect.any(Number) as number));
  const { out: text } = await runTheDoctor({}, '--all');
  expect(text).toMatch(/^ok +Redis +Redis accepts writes\. \(\d+ ms\)$/m);
});

it('reports an API that hangs', async () => {
  hang(services.api);
  const { code, causes, says, runbooks } = await diagnose();
  expect(code).toBe(2);
  expect(causes).toEqual(['api']);
  expect(says).toContain('does not respond within 5 s');
  expect(runbooks).toEqual(['a-process-is-down']);
});

it('does not advise adding workers while the worker hangs', async () => {
  hang(services.worker);
  const { REDIS_URL, QUEUE_PREFIX } = pipeline.settings;
  const timestamp = Date.now() - 3_600_000;
  await withQueues(REDIS_URL, QUEUE_PREFIX, ({ submissions }) =>
    submissions.add(storeSubmissionJob.name, createSubmissionPayload(), { timestamp }),
  );
  await expect.poll(async () => (await diagnose()).causes, { interval: 500 }).toEqual(['worker']);
  const { following, says } = await diagnose();
  expect(says).toContain('No worker is running, or it has hung.');
  expect(following).toContainEqual(
    expect.objectContaining({ id: 'queues.submissions', because: 'worker' }),
  );
  const { out } = await runTheDoctor();
  expect(out).toMatch(/also affects Queues: submissions: \d waiting/);
  expect(out).not.toContain('The queue grows');
});

it('names Redis as the only cause while it is down, and lists the effects', async () => {
  await stores.redis.down();
  onTestFinished(() => stores.redis.up());
  const { code, causes, following } = await diagnose();
  expect([code, causes]).toEqual([2, ['redis']]);
  expect(following.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['redis-settings', 'worker', 'queues']),
  );
  expect(new Set(following.map(({ because }) => because))).toEqual(new Set(['redis']));
});

it('names MongoDB as the only cause while it is down', async () => {
  await stores.mongodb.down();
  onTestFinished(() => stores.mongodb.up());
  const { code, causes, following } = await diagnose();
  expect([code, causes]).toEqual([2, ['mongodb']]);
  expect(following.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['mongodb-indexes', 'quarantine']),
  );
});

it('names email as the only cause while the mail server is down', async () => {
  await pipeline.mail.stop();
  onTestFinished(() => pipeline.mail.start());
  const { code, causes } = await diagnose();
  expect([code, causes]).toEqual([2, ['mail']]);
});

it("reports the worker's mail server as not checked if the doctor has no SMTP_URL", async () => {
  const { out } = await runTheDoctor({ SMTP_URL: '' });
  expect(out).toMatch(
    /^unknown +Mail server +Not checked: SMTP_URL is not set here, but the worker sends through 127/m,
  );
});
