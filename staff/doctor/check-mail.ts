import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { createTransport } from 'nodemailer';

import { describeError } from '../../platform/describe-error.ts';
import type { DoctorConfig } from './config.ts';
import { critical, ok, warning, type Check } from './finding.ts';

const patience = 5_000;

export function checkMail({ smtpUrl, outboxDir, production }: DoctorConfig): Check {
  return {
    subject: 'Mail',
    mend: 'See docs/operations.md, Mail has stopped.',
    run: async () =>
      smtpUrl ? [await signIn(smtpUrl)] : [await lookAtOutbox(outboxDir, production)],
  };
}

async function signIn(url: string) {
  const transport = createTransport({
    url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
  });
  try {
    await transport.verify();
    return ok('The mail server takes our login.');
  } catch (error) {
    const { code = 'no code', responseCode } = describeError(error);
    const reached = code === 'EAUTH' || responseCode !== undefined;
    const reason = [code, responseCode].filter(Boolean).join(' ');
    return critical(
      `The mail server ${reached ? 'refuses us' : 'cannot be reached'} (${reason}).`,
      `Check the ${reached ? 'user and password' : 'host and port'} of SMTP_URL. Mail waits meanwhile, for a day.`,
    );
  } finally {
    transport.close();
  }
}

async function lookAtOutbox(folder: string, production: boolean) {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch {
    return critical('The outbox cannot be written.', 'Set OUTBOX_DIR to a folder that can be.');
  }
  const says = `Mail is written to ${folder} and sent to nobody.`;
  return production ? warning(says, 'Set SMTP_URL to your mail server.') : ok(says);
}
