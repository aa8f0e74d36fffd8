import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { contactAcceptedSchema } from '../../contract/api.ts';
import type { ContactForm } from '../../contract/contact-form.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

async function send(form: ContactForm, key: string): Promise<string> {
  const response = await api.post(form, { 'Idempotency-Key': key });
  expect(response.status).toBe(202);
  return contactAcceptedSchema.parse(await response.json()).reference;
}

it('treats a retry as the same enquiry, even much later', async () => {
  const [form, key] = [createUniqueEnquiry(), randomUUID()];
  const first = await send(form, key);
  const [job] = (await api.jobs()).filter(({ data }) => data.form.message === form.message);

  await api.forget(job?.id ?? '');

  expect(await send(form, key)).toBe(first);
  const again = (await api.jobs()).filter(({ data }) => data.form.message === form.message);
  expect(again.map(({ id }) => id)).toEqual([job?.id]);
});

it('treats edited content with the same key as a new enquiry', async () => {
  const [form, key] = [createUniqueEnquiry(), randomUUID()];
  expect(await send({ ...form, message: `${form.message} Please.` }, key)).not.toBe(
    await send(form, key),
  );
});

it('treats the same content with another key as the same enquiry', async () => {
  const form = createUniqueEnquiry();
  expect(await send(form, randomUUID())).toBe(await send(form, randomUUID()));
});

it.each([
  ['a', 202],
  ['!'.repeat(200), 202],
  ['', 400],
  ['a'.repeat(201), 400],
  ['two words', 400],
  ['caf\u00e9', 400],
])('answers a key of %j with %i', async (key, status) => {
  const response = await api.post(createUniqueEnquiry(), { 'Idempotency-Key': key });
  expect(response.status).toBe(status);
  if (status === 400) {
    expect(await response.text()).toBe(
      'Idempotency-Key must be 1 to 200 visible ASCII characters.',
    );
  }
});
