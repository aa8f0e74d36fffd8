import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { contactAcceptedSchema, contactPath, idempotencyKeyHeader } from '../../contract/api.ts';
import type { ContactForm } from '../../contract/contact-form.ts';

const requestTimeout = 5_000;
const pauseBetweenTries = 250;
const mostTries = 400;

/** What became of one enquiry, as the visitor sees it. */
export interface Sent {
  enquiry: ContactForm;
  /** Undefined when no try was acknowledged. */
  reference: string | undefined;
  tries: number;
}

/**
 * Sends all the enquiries from concurrent clients. Each tries again, with the same Idempotency-Key
 * as the site does, until it is answered 202 or has tried too often.
 *
 * @param onBegin called with the number of enquiries begun so far.
 */
export async function sendAll(
  enquiries: ContactForm[],
  apis: string[],
  clients: number,
  onBegin: (begun: number) => void,
): Promise<Sent[]> {
  const queue = enquiries.entries();
  const sent: Sent[] = [];
  async function runClient(): Promise<void> {
    for (const [index, enquiry] of queue) {
      onBegin(index + 1);
      sent.push(await send(enquiry, apis, index));
    }
  }
  await Promise.all(Array.from({ length: clients }, runClient));
  return sent;
}

async function send(enquiry: ContactForm, apis: string[], index: number): Promise<Sent> {
  const key = randomUUID();
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const api = apis[(index + tries) % apis.length] ?? '';
    const reference = await tryOnce(api, enquiry, key);
    if (reference !== undefined) return { enquiry, reference, tries };
    await sleep(pauseBetweenTries);
  }
  return { enquiry, reference: undefined, tries: mostTries };
}

async function tryOnce(
  api: string,
  enquiry: ContactForm,
  key: string,
): Promise<string | undefined> {
  try {
    const response = await fetch(`${api}${contactPath}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [idempotencyKeyHeader]: key },
      body: JSON.stringify(enquiry),
      signal: AbortSignal.timeout(requestTimeout),
    });
    const text = await response.text();
    if (response.status === 202) return contactAcceptedSchema.parse(JSON.parse(text)).reference;
    if (response.status !== 503) throw new UnexpectedAnswer(`${response.status}: ${text}`);
    return undefined;
  } catch (error) {
    if (error instanceof UnexpectedAnswer) throw error;
    return undefined;
  }
}

/** An answer that no fault explains, such as 400 or 500. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
}
