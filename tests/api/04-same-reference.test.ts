import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { contactAcceptedSchema } from '#contract/api.ts';
import { formSignalsHeader } from '#contract/form-signals.ts';
import { referenceOf } from '#contract/reference.ts';
import { startApiUnderTest } from '#support/api-under-test.ts';
import { createEnquiry, createUniqueEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';

const api = forAllTests(() => startApiUnderTest());

type Form = ReturnType<typeof createUniqueEnquiry>;

async function send(form: Form, headers: Record<string, string> = {}): Promise<string> {
  const response = await api.post(form, headers);
  expect(response.status).toBe(202);
  return contactAcceptedSchema.parse(await response.json()).reference;
}

async function jobsWith({ message }: Form) {
  return (await api.jobs()).filter((job) => job.data.form.message === message);
}

it('queues only one of twenty concurrent copies', async () => {
  const form = createUniqueEnquiry();
  const references = await Promise.all(Array.from({ length: 20 }, () => send(form)));
  expect(new Set(references).size).toBe(1);
  expect(await jobsWith(form)).toHaveLength(1);
});

it('recognises the same content in other spaces, case and line breaks, and from a form', async () => {
  const form = createUniqueEnquiry({ message: `First line.\nSecond line. ${randomUUID()}` });
  const first = await send(form);
  expect(await send({ ...form, email: ' THANDIWE@example.org', lastName: 'Nkosi ' })).toBe(first);
  const posted = { ...form, message: form.message.replaceAll('\n', '\r\n') };
  expect((await api.postForm(posted)).headers.get('location')).toContain(first);
  expect(await jobsWith(form)).toHaveLength(1);
});

it('recognises a retry by its key after ten minutes too, and changed text as new', async () => {
  const form = createUniqueEnquiry();
  const key = { 'Idempotency-Key': randomUUID() };
  const first = await send(form, key);
  const [job] = await jobsWith(form);
  await api.forget(job?.data.id ?? '');
  expect(await send(form, key)).toBe(first);
  expect(await send({ ...form, message: `${form.message}!` }, key)).not.toBe(first);
  expect(await send(form, { 'Idempotency-Key': randomUUID() })).toBe(first);
});

it('gives a retry the id of the last release', async () => {
  await send(createEnquiry(), { 'Idempotency-Key': 'the-key-of-a-form' });
  const ids = (await jobsWith(createEnquiry())).map(({ data }) => data.id);
  expect(ids).toEqual(['cd74db1f-e77b-8941-99b2-a2a28afcb0cf']);
});

it('accepts an enquiry even if a program sent the same text before', async () => {
  const form = createUniqueEnquiry();
  const spam = { [formSignalsHeader]: 'v2;ms=500;h=1' };
  const hidden = await send(form, spam);
  expect(await send(form, spam)).toBe(hidden);
  const clean = await send(form);
  expect(clean).not.toBe(hidden);
  expect(await send(form)).toBe(clean);
  expect((await jobsWith(form)).map(({ data }) => referenceOf(data.id)).sort()).toEqual(
    [hidden, clean].sort(),
  );
});

it.each(['', 'a b', 'é', 'x'.repeat(201)])('refuses the key %j', async (key) => {
  const response = await api.post(createUniqueEnquiry(), {
    'Idempotency-Key': encodeURI(key).includes('%C3') ? 'a\u00e9' : key,
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toBe('Idempotency-Key must be 1 to 200 visible ASCII characters.');
});
