import { expect, it } from 'vitest';

import { contactAcceptedSchema } from '../../contract/api.ts';
import { storeSubmissionJob } from '../../contract/jobs.ts';
import { PRIVACY_NOTICE_VERSION } from '../../firm/content/en/privacy.ts';
import { referenceOf } from '../../contract/reference.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

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
