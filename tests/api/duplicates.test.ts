import { expect, it } from 'vitest';

import { contactAcceptedSchema } from '../../contract/api.ts';
import type { ContactForm } from '../../contract/contact-form.ts';
import { formSignalsHeader, writeFormSignals } from '../../contract/form-signals.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

async function send(form: ContactForm, headers: Record<string, string> = {}): Promise<string> {
  const response = await api.post(form, headers);
  expect(response.status).toBe(202);
  return contactAcceptedSchema.parse(await response.json()).reference;
}

async function jobsWith(form: ContactForm) {
  return (await api.jobs()).filter((job) => job.data.form.message === form.message);
}

it('queues an enquiry once if it is sent twice, and returns the same reference', async () => {
  const form = createUniqueEnquiry();
  const first = await send(form);
  expect(await send(form)).toBe(first);
  expect(await jobsWith(form)).toHaveLength(1);
});

it('queues only one of twenty concurrent copies', async () => {
  const form = createUniqueEnquiry();
  const references = await Promise.all(Array.from({ length: 20 }, () => send(form)));
  expect(new Set(references).size).toBe(1);
  expect(await jobsWith(form)).toHaveLength(1);
});

it('ignores surrounding spaces and the case of the email address', async () => {
  const form = createUniqueEnquiry();
  const first = await send(form);
  expect(
    await send({ ...form, email: ' THANDIWE@example.org', organisation: `${form.organisation} ` }),
  ).toBe(first);
});

it('recognises a form without JavaScript as a duplicate of the same enquiry in JSON', async () => {
  const form = createUniqueEnquiry({ message: `First line.\nSecond line. ${Math.random()}` });
  const first = await send(form);
  const posted = { ...form, message: form.message.replaceAll('\n', '\r\n') };
  const response = await api.postForm(posted);
  expect(response.headers.get('location')).toContain(`/api/contact/sent/${first}?`);
});

it('treats an enquiry with another name or message as a new one', async () => {
  const form = createUniqueEnquiry();
  const first = await send(form);
  expect(await send({ ...form, firstName: 'Thandi' })).not.toBe(first);
  expect(await send({ ...form, message: `${form.message}!` })).not.toBe(first);
});

it('accepts an enquiry even if a bot sent the same text before', async () => {
  const form = createUniqueEnquiry();
  const trap = { [formSignalsHeader]: writeFormSignals({ trapFilled: true }) };
  const held = await send(form, trap);
  expect(await send(form, trap)).toBe(held);
  const taken = await send(form);
  expect(taken).not.toBe(held);
  expect(await send(form)).toBe(taken);
  // Another copy from the bot counts as a duplicate of either enquiry.
  expect([held, taken]).toContain(await send(form, trap));
  const jobs = await jobsWith(form);
  expect(jobs.map(({ data }) => data.screening?.verdict).sort()).toEqual(['clean', 'hidden']);
});
