import { randomUUID } from 'node:crypto';

import { contactAcceptedSchema, contactPath, idempotencyKeyHeader } from '#contract/api.ts';
import { createEnquiry } from './enquiry.ts';
import { waitFor } from './wait-for.ts';

/** Posts a form as the site does, with a new idempotency key unless the headers have one. */
export function postForm(
  api: string,
  form: object,
  headers: Record<string, string> = {},
  timeout = 30_000,
): Promise<Response> {
  return fetch(`${api}${contactPath}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [idempotencyKeyHeader]: randomUUID(),
      ...headers,
    },
    body: JSON.stringify(form),
    signal: AbortSignal.timeout(timeout),
  });
}

export function post(
  api: string,
  about: string,
  message = `An enquiry about ${about}.`,
  headers?: Record<string, string>,
  timeout?: number,
): Promise<Response> {
  const form = createEnquiry({ email: `${about}@example.org`, message });
  return postForm(api, form, headers, timeout);
}

/** Returns the reference, or undefined if it was not accepted. */
export async function send(
  api: string,
  about: string,
  headers?: Record<string, string>,
): Promise<string | undefined> {
  try {
    const response = await post(api, about, undefined, headers, 5_000);
    if (response.status !== 202) return undefined;
    return contactAcceptedSchema.parse(await response.json()).reference;
  } catch {
    return undefined;
  }
}

export function sendUntilAcknowledged(
  api: string,
  about: string,
  timeout?: number,
): Promise<string> {
  return waitFor(`${about} is accepted`, () => send(api, about), timeout, 100);
}
