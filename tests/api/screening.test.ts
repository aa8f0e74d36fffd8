import { randomUUID } from 'node:crypto';

import { expect, it, onTestFinished } from 'vitest';

import { contactAcceptedSchema } from '../../contract/api.ts';
import { formSignalsHeader, writeFormSignals } from '../../contract/form-signals.ts';
import { issueFormToken } from '../../api/screening/form-token.ts';
import { createInstallationSecret } from '../../platform/installation-secret.ts';
import { forEachTest } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const secret = 'a-secret-of-this-test-and-no-other';
const tooFast = 'was sent within three seconds of opening the form';
const usedToken = 'was sent with the form token of another enquiry';
const redis = { set: () => Promise.reject(new Error()), get: () => Promise.reject(new Error()) };
const api = forEachTest(() => startApiUnderTest({ FORM_SECRET: secret }));

/** A token for a form that was opened the given number of milliseconds ago. */
async function tokenOf(age: number): Promise<string> {
  const key = await createInstallationSecret(redis, { prefix: '', secret }).keyFor('form-token');
  if (!key) throw new Error('There is no key.');
  return issueFormToken(key, Date.now() - age);
}

const signals = (trapFilled: boolean, token?: string) => ({
  [formSignalsHeader]: writeFormSignals({ trapFilled, token }),
});

async function screenings() {
  return (await api.jobs()).map(({ data }) => data.screening);
}

it('accepts an enquiry typed at human speed', async () => {
  await api.post(createUniqueEnquiry(), signals(false, await tokenOf(20_000)));
  expect(await screenings()).toEqual([{ score: 0, reasons: [], verdict: 'clean' as const }]);
});

it('does not quarantine an enquiry only because it has no token', async () => {
  await api.post(createUniqueEnquiry());
  await api.postForm({ ...createUniqueEnquiry() });
  const reasons = ['was sent without a form token (no JavaScript, a program or a poor connection)'];
  const found = { score: 1, reasons, quarantined: false };
  expect(await screenings()).toEqual([found, found]);
});

it("quarantines a bot's enquiry, but sends the same response as to people", async () => {
  const person = await api.post(createUniqueEnquiry(), signals(false, await tokenOf(20_000)));
  const machine = await api.post(createUniqueEnquiry(), signals(true, await tokenOf(20_000)));
  expect(machine.status).toBe(202);
  expect([...machine.headers.keys()]).toEqual([...person.headers.keys()]);
  expect(contactAcceptedSchema.parse(await machine.json()).message).toBe(
    contactAcceptedSchema.parse(await person.json()).message,
  );
  expect((await screenings()).filter((screening) => screening?.verdict)).toEqual([
    { score: 10, reasons: ['has text in a hidden field'], verdict: 'hidden' as const },
  ]);
});

it('reads the honeypot and the token of a form posted by a browser', async () => {
  const response = await api.postForm({
    ...createUniqueEnquiry(),
    website: 'https://spam.example',
    formToken: await tokenOf(100),
  });
  expect(response.status).toBe(303);
  expect(await screenings()).toEqual([
    {
      score: 11,
      reasons: ['has text in a hidden field', tooFast],
      verdict: 'hidden' as const,
    },
  ]);
});

it('accepts a form token for one enquiry and any number of its retries', async () => {
  const token = await tokenOf(20_000);
  const form = createUniqueEnquiry();
  const key = { 'Idempotency-Key': randomUUID() };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect((await api.post(form, { ...key, ...signals(false, token) })).status).toBe(202);
  }
  await api.post(createUniqueEnquiry(), signals(false, token));
  await api.postForm({ ...createUniqueEnquiry(), formToken: token });
  await api.post(createUniqueEnquiry(), signals(false, await tokenOf(20_000)));
  const used = { score: 1, reasons: [usedToken], verdict: 'clean' as const };
  const good = { score: 0, reasons: [], verdict: 'clean' as const };
  const found = (await screenings()).sort((one, other) => (one?.score ?? 0) - (other?.score ?? 0));
  expect(found).toEqual([good, good, used, used]);
});

it('does not hold a form token against a visitor whose refused enquiry is corrected', async () => {
  const limited = await startApiUnderTest({ FORM_SECRET: secret, RATE_LIMIT_PER_EMAIL: '1' });
  onTestFinished(limited.stop);
  const first = createUniqueEnquiry();
  expect((await limited.post(first)).status).toBe(202);
  const headers = { 'Idempotency-Key': randomUUID(), ...signals(false, await tokenOf(20_000)) };
  const second = { ...createUniqueEnquiry(), email: first.email };
  expect((await limited.post(second, headers)).status).toBe(429);
  const email = `${randomUUID()}@example.org`;
  expect((await limited.post({ ...second, email }, headers)).status).toBe(202);
  const corrected = (await limited.jobs()).find(({ data }) => data.form.email === email);
  expect(corrected?.data.screening).toMatchObject({ score: 0 });
});

it("queues only the form's fields", async () => {
  const form = createUniqueEnquiry();
  await api.post({ ...form, website: 'x', formToken: 'y' }, signals(false));
  await api.postForm({ ...createUniqueEnquiry(), website: 'x', formToken: 'y' });
  for (const { data } of await api.jobs()) {
    expect(Object.keys(data.form)).toEqual(Object.keys(form));
  }
});

it('issues valid tokens, which are not cached', async () => {
  const response = await fetch(`${api.url}/api/contact/token`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('set-cookie')).toBeNull();
  await api.post(createUniqueEnquiry(), signals(false, await response.text()));
  expect(await screenings()).toEqual([{ score: 1, reasons: [tooFast], verdict: 'clean' as const }]);
});

it('includes the honeypot and a token when it shows the form again', async () => {
  const page = await (await api.postForm({})).text();
  const [trap] = /<input[^>]* name="website"[^>]*>/.exec(page) ?? [];
  expect(trap).toContain('tabindex="-1"');
  expect(trap).toContain('autocomplete="off"');
  const [, token = ''] = /name="formToken" value="([^"]+)"/.exec(page) ?? [];
  await api.postForm({ ...createUniqueEnquiry(), formToken: token });
  expect((await screenings())[0]?.reasons).toEqual([tooFast]);
});

it('shares a generated secret with the other API processes', async () => {
  const prefix = `{test-${randomUUID()}}`;
  const settings = { QUEUE_PREFIX: prefix, FORM_SECRET: '' };
  const start = () => startApiUnderTest(settings);
  const [first, second] = await Promise.all([start(), start()]);
  try {
    const token = await (await fetch(`${first.url}/api/contact/token`)).text();
    await second.post(createUniqueEnquiry(), signals(false, token));
    const [job] = await second.jobs();
    expect(job?.data.screening?.reasons).toEqual([tooFast]);
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
});
