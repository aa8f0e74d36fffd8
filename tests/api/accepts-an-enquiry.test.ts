import { expect, it } from 'vitest';

import { contactAcceptedSchema } from '../../contract/api.ts';
import { storeSubmissionJob } from '../../contract/jobs.ts';
import { PRIVACY_NOTICE_VERSION } from '../../firm/content/privacy.ts';
import { referenceOf } from '../../contract/reference.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';
import { waitFor } from '../../testing/wait-for.ts';

const api = forAllTests(() => startApiUnderTest());

async function jobFor(reference: string) {
  return (await api.jobs()).find((job) => referenceOf(job.id ?? '') === reference);
}

it('answers 202 with a message and a reference, and queues a job in Redis', async () => {
  const form = createUniqueEnquiry();
  const response = await api.post(form);
  const job = (await api.jobs()).find((candidate) => candidate.data.form.message === form.message);
  expect(response.status).toBe(202);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const accepted = contactAcceptedSchema.parse(await response.json());
  expect(accepted.message).toMatch(/^Thank you/);
  expect(accepted.reference).toBe(referenceOf(job?.id ?? ''));
});

it('queues a job that matches its schema', async () => {
  const form = createUniqueEnquiry({
    message: 'Sawubona 👋🏽\n\nΚαλημέρα, <b>bold</b> & $$ “quoted” 🇿🇦',
  });
  const { reference } = contactAcceptedSchema.parse(await (await api.post(form)).json());
  const job = await jobFor(reference);
  const payload = storeSubmissionJob.schema.parse(job?.data);
  expect(payload).toMatchObject({ form, id: job?.id, noticeVersion: PRIVACY_NOTICE_VERSION });
  expect(Math.abs(Date.now() - Date.parse(payload.acceptedAt))).toBeLessThan(10_000);
  expect(job?.name).toBe(storeSubmissionJob.name);
  expect(job?.opts).toMatchObject(storeSubmissionJob.policy);
});

const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** Sends an enquiry with this header. Returns its job's traceparent and the trace id in the log. */
async function traceOf(traceparent: string) {
  const response = await api.post(createUniqueEnquiry(), { traceparent });
  expect(response.status).toBe(202);
  const { reference } = contactAcceptedSchema.parse(await response.json());
  const job = await jobFor(reference);
  const line = await waitFor('it is logged', () =>
    api
      .log()
      .split('\n')
      .find((each) => each.includes(job?.id ?? '')),
  );
  const { trace_id: traceId } = JSON.parse(line) as { trace_id: string };
  return { inJob: job?.data.traceparent, inLog: traceId };
}

it('passes the trace of a request on to the job and the log', async () => {
  expect(await traceOf(parent)).toEqual({ inJob: parent, inLog: parent.slice(3, 35) });
});

it('starts its own trace for a traceparent of 7 kB, and does not log that header', async () => {
  const { inJob = '', inLog } = await traceOf(`${parent}-${'4'.repeat(7_000)}`);
  expect(inJob).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(inJob).not.toContain(parent.slice(3, 35));
  expect(inLog).toBe(inJob.slice(3, 35));
  expect(api.log()).not.toContain('4444');
});

it('trims values and drops unknown properties', async () => {
  const form = createUniqueEnquiry();
  const response = await api.post({
    ...form,
    firstName: '  Thandiwe ',
    id: 'mine',
    status: 'sent',
  });
  const { reference } = contactAcceptedSchema.parse(await response.json());
  expect((await jobFor(reference))?.data.form).toEqual(form);
});

it('repeats no personal data in its response or log', async () => {
  const form = createUniqueEnquiry({
    firstName: 'Unmistakable',
    email: 'unmistakable@example.org',
  });
  const response = await api.post(form, { 'Idempotency-Key': 'unmistakable-key' });
  await api.post({ ...form, email: 'unmistakable' });
  await fetch(`${api.url}/api/contact?unmistakable=1`);
  await fetch(`${api.url}/unmistakable`);
  expect(await response.text()).not.toMatch(/unmistakable/i);
  expect(api.log()).toMatch(/"route":"\/api\/contact","status":202/);
  expect(api.log()).not.toMatch(/unmistakable|Nkosi|Surveyors|127\.0\.0\.1","method/i);
});

it('logs one line per request, with the id of the submission', async () => {
  const before = api.log().split('\n').length;
  const accepted = contactAcceptedSchema.parse(
    await (await api.post(createUniqueEnquiry())).json(),
  );
  await expect.poll(() => api.log().split('\n').length).toBe(before + 1);
  const line = JSON.parse(api.log().trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
  expect(line).toMatchObject({ method: 'POST', route: '/api/contact', status: 202 });
  expect(line.ms).toBeTypeOf('number');
  expect(referenceOf(String(line.submissionId))).toBe(accepted.reference);
});

it('forbids caching, sniffing and framing, names no framework and sets no cookie', async () => {
  const { headers } = await api.post(createUniqueEnquiry());
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('set-cookie')).toBeNull();
});
