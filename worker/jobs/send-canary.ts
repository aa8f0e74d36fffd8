import { randomUUID } from 'node:crypto';

import { contactPath } from '../../contract/api.ts';
import { formSignalsHeader, writeFormSignals } from '../../contract/form-signals.ts';
import { canaryForm, canaryHeader, canaryPurpose, markCanary } from '../../platform/canary.ts';
import { createInstallationSecret } from '../../platform/installation-secret.ts';
import {
  askPublic,
  isLocalHttps,
  PublicAddressError,
  type PublicAnswer,
} from '../../platform/public-address.ts';
import { failureCode } from '../../platform/reason.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { WorkerConfig } from '../config.ts';
import type { WorkerContext } from '../context.ts';
import { letter, paragraph, referenceBlock } from '../../design/letter/letter.ts';
import type { MailMessage } from '../mail/message.ts';

/** The canary was not accepted. `message` is a sentence for ops, `reason` a code for the log. */
class CanaryError extends Error {
  override name = 'CanaryError';
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Sends a test enquiry to the public URL, as the form does. It is then processed like a visitor's,
 * but marked as a canary.
 */
export async function sendCanary(context: WorkerContext): Promise<void> {
  const { canaries, logger } = context;
  const id = randomUUID();
  await canaries.start(id);
  try {
    await submit(context, id);
    logger.info({ submissionId: id }, 'canary sent');
  } catch (error) {
    if (!(error instanceof CanaryError)) throw error;
    await canaries.fail(id, error.message);
    logger.warn({ submissionId: id, reason: error.reason }, 'canary was not accepted');
  }
}

async function submit({ canaries, config, redis }: WorkerContext, id: string): Promise<void> {
  const { siteUrl, apiUrl = siteUrl } = config.canary;
  const apiSetting = config.canary.apiUrl === undefined ? 'SITE_URL' : 'API_URL';
  if (siteUrl === undefined || apiUrl === undefined) {
    throw new CanaryError('no SITE_URL', 'SITE_URL is not set.');
  }
  const secret = createInstallationSecret(redis, { prefix: config.queuePrefix });
  const key = await secret.keyFor(canaryPurpose);
  if (!key) throw new CanaryError('no secret', 'Redis has no secret.');
  const marked = () => ({ [canaryHeader]: markCanary(key, id, Date.now()) });

  await ask(`${siteUrl}/`, 'The page', 'SITE_URL');
  await canaries.reach(id, 'page');
  const { headers } = await ask(`${apiUrl}/api/contact/token`, 'The API', apiSetting, {
    headers: marked(),
  });
  // An API that does not recognise the mark would notify staff of the test enquiry.
  if (headers[canaryHeader.toLowerCase()] === undefined) {
    throw new CanaryError(
      'not recognised',
      'The API does not recognise test enquiries. Check that it uses the same Redis and version.',
    );
  }
  await ask(`${apiUrl}${contactPath}`, 'The API', apiSetting, {
    method: 'POST',
    headers: {
      ...marked(),
      'Content-Type': 'application/json',
      [formSignalsHeader]: writeFormSignals({ trapFilled: false }),
    },
    body: JSON.stringify(canaryForm(id)),
  });
  await canaries.reach(id, 'api');
}

async function ask(
  url: string,
  what: string,
  setting: 'SITE_URL' | 'API_URL',
  request: Parameters<typeof askPublic>[1] = {},
): Promise<PublicAnswer> {
  const answer = await askPublic(url, request).catch((error: unknown) => {
    if (!(error instanceof PublicAddressError)) throw error;
    const { origin } = new URL(url);
    throw new CanaryError(
      failureCode(error),
      isLocalHttps(url)
        ? `${setting} (${origin}) leads to the worker's own machine. Set it to the address that visitors use.`
        : `${what} ${error.message}.`,
    );
  });
  if (answer.status < 200 || answer.status > 299) {
    throw new CanaryError(`http ${answer.status}`, `${what} answered with ${answer.status}.`);
  }
  return answer;
}

/** The email about a canary, to CANARY_EMAIL. If that is not set, the email has no recipients. */
export function canaryMail(
  { _id, reference }: Pick<ContactSubmission, '_id' | 'reference'>,
  { mail, canary, company }: Pick<WorkerConfig, 'mail' | 'canary' | 'company'>,
): MailMessage {
  const subject = `Test enquiry received (${reference})`;
  const text =
    'This automatic test enquiry went through the website, the queue, the database and the ' +
    'mail server. If these emails stop, emails about real enquiries may have stopped too.';
  return {
    submissionId: _id,
    kind: 'staff',
    from: mail.from,
    to: canary.mailbox ? [canary.mailbox] : [],
    subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: `${text}\n`,
    html: letter(
      {
        title: subject,
        headline: 'Test enquiry received',
        parts: [referenceBlock('Reference', reference), paragraph(text)],
      },
      company,
    ),
  };
}
