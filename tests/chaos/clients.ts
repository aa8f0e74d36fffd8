import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';

import { idempotencyKeyHeader } from '#contract/api.ts';
import { contactField, contactFieldNames } from '#contract/contact-fields.ts';
import { contactFormSchema, type ContactForm } from '#contract/contact-form.ts';
import { plainEnquiry } from '#support/enquiry.ts';
import { postForm } from '#support/send-enquiry.ts';

const requestTimeout = 5_000;
const pauseBetweenTries = 250;
const mostTries = 400;

export interface Sent {
  enquiry: ContactForm;
  reference: string | undefined;
  tries: number;
}

/** Makes unique enquiries with random Unicode text. The same seed gives the same enquiries. */
export function makeEnquiries(seed: number, count: number): ContactForm[] {
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  const names = contactFieldNames.filter((name) => !contactField(name).pattern);
  const texts = fc
    .record(Object.fromEntries(names.map((name) => [name, words])))
    .filter((text) => contactFormSchema.safeParse(withNumber(text, 0)).success);
  const samples = fc.sample(texts, { seed, numRuns: count });
  return samples.map((text, index) => contactFormSchema.parse(withNumber(text, index)));
}

function withNumber(text: Record<string, string>, index: number) {
  const message = `Enquiry ${index}\n\n${text.message ?? ''}`;
  return { ...plainEnquiry, ...text, email: `visitor-${index}@example.org`, message };
}

/**
 * Repeats each enquiry with the same Idempotency-Key, as the site does, until it is answered 202.
 *
 * @param mayBegin resolves when the enquiry of this number, from 1, may be sent.
 */
export async function sendAll(
  enquiries: ContactForm[],
  apis: string[],
  clients: number,
  mayBegin: (number: number) => Promise<void>,
): Promise<Sent[]> {
  const queue = enquiries.entries();
  const sent: Sent[] = [];
  const runClient = async () => {
    for (const [index, enquiry] of queue) {
      await mayBegin(index + 1);
      sent.push(await send(enquiry, apis, index));
    }
  };
  await Promise.all(Array.from({ length: clients }, runClient));
  return sent;
}

async function send(enquiry: ContactForm, apis: string[], index: number): Promise<Sent> {
  const key = randomUUID();
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const reference = await tryOnce(apis[(index + tries) % apis.length] ?? '', enquiry, key);
    if (reference !== undefined) return { enquiry, reference, tries };
    await sleep(pauseBetweenTries);
  }
  return { enquiry, reference: undefined, tries: mostTries };
}

/** Resolves to undefined to try again. Throws on what no fault explains, such as 400 or 500. */
async function tryOnce(api: string, enquiry: ContactForm, key: string) {
  const answer = await postForm(api, enquiry, { [idempotencyKeyHeader]: key }, requestTimeout)
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch(() => undefined);
  if (answer === undefined || answer.status === 503) return undefined;
  if (answer.status !== 202) throw new Error(`${answer.status}: ${answer.text}`);
  return (JSON.parse(answer.text) as { reference: string }).reference;
}
