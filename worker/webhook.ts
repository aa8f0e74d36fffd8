import { createHmac } from 'node:crypto';

import { contactFieldNames } from '#contract/contact-fields.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import type { WorkerConfig } from './config.ts';

const timeout = 15_000;

type Field = (submission: ContactSubmission, officeUrl: string) => unknown;

/** What WEBHOOK_FIELDS can name. */
export const webhookFields: Record<string, Field> = {
  reference: ({ reference }) => reference,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  link: ({ reference }, officeUrl) => `${officeUrl}/ops/enquiries/${reference}`,
  marked: ({ marked }) => marked === true,
  ...Object.fromEntries(
    contactFieldNames.map((name): [string, Field] => [name, (submission) => submission[name]]),
  ),
};

/** The key in a secret of Standard Webhooks, `whsec_…`; undefined if it is not valid. */
export function readWebhookSecret(secret = ''): Buffer | undefined {
  const [, encoded] = /^whsec_([A-Za-z\d+/]+=*)$/.exec(secret) ?? [];
  const key = Buffer.from(encoded ?? '', 'base64');
  return key.length >= 24 ? key : undefined;
}

/**
 * Posts a new enquiry to WEBHOOK_URL, signed by the rules of Standard Webhooks. Its id is the same
 * in each attempt.
 *
 * @throws if the receiver does not accept it.
 */
export async function postWebhook(
  submission: ContactSubmission,
  { webhook, officeUrl }: Pick<WorkerConfig, 'webhook' | 'officeUrl'>,
): Promise<void> {
  if (!webhook) return;
  const data = Object.fromEntries(
    webhook.fields.map((name) => [name, webhookFields[name]?.(submission, officeUrl)]),
  );
  const timestamp = submission.createdAt.toISOString();
  const body = JSON.stringify({ type: 'enquiry.created', timestamp, data });
  const id = `msg_${submission._id}`;
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', webhook.key)
    .update(`${id}.${seconds}.${body}`)
    .digest('base64');
  const response = await fetch(webhook.url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${signature}`,
    },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  if (!response.ok) throw Object.assign(new Error('refused'), { code: `http ${response.status}` });
}
