import { failedKeptFor } from '#contract/jobs.ts';
import { trackChannel } from '#server/mail-state.ts';
import { readProcesses } from '#server/heartbeat.ts';
import { smtpAddress } from '#server/mail.ts';
import { countUnnotifiedEnquiries, findOldestStaffEmail } from '#storage/notifications.ts';
import {
  critical,
  describeAge,
  graded,
  notChecked,
  ok,
  warning,
  type CheckContext,
  type Result,
} from './check.ts';

/** Limits for the wait of the oldest email to staff, in milliseconds. */
const late = { warning: 900_000, critical: 3_600_000 };
const correctMailbox = 'Correct MAIL_STAFF, restart the worker, and resend the failed emails.';

/** Says whether the mail server accepted the last email that the workers sent. Sends nothing. */
export async function checkMail(context: CheckContext): Promise<Result> {
  const { queuePrefix, smtpUrl, production } = context;
  const redis = await context.redis();
  const channel = trackChannel(redis, queuePrefix, 'mail');
  const failure = await channel.readFailure();
  if (failure) {
    const { reason, isUnconfirmed, failures, since } = failure;
    const not = isUnconfirmed ? 'confirm' : 'accept';
    const code = reason.replace(/^smtp /, '');
    const says = `The mail server does not ${not} our email (${code}), since ${describeAge(Date.now() - since)}.`;
    // One lost answer needs no action: the next email shows whether there is a problem.
    const judge = isUnconfirmed && failures === 1 ? warning : critical;
    return judge(says, 'Check SMTP_URL and the mail server. Emails wait for a day.');
  }
  const { processes } = await readProcesses(redis, queuePrefix);
  const workers = processes.filter(({ mail }) => mail !== undefined);
  const server = workers.sort((one, other) => other.seenAt - one.seenAt)[0]?.mail;
  if (server === undefined) return notChecked('no worker has said where it sends emails');
  if (server === 'outbox') {
    const says = 'Emails are written to a folder and not sent.';
    return production ? warning(says, 'Set SMTP_URL to your mail server.') : ok(says);
  }
  if (smtpUrl && smtpAddress(smtpUrl).ignoreTLS) {
    const says = 'ignoreTLS=true in SMTP_URL sends the password and all emails unencrypted.';
    return warning(says, 'Remove it once the mail server offers STARTTLS.');
  }
  const acceptedAt = await channel.readAccepted();
  const when = acceptedAt ? `${describeAge(Date.now() - acceptedAt)} ago` : 'never so far';
  return ok(`Emails go to ${server}. Last accepted: ${when}.`);
}

export async function checkStaffEmails({
  redis,
  database,
  queuePrefix,
}: CheckContext): Promise<Result> {
  const refusals = await trackChannel(await redis(), queuePrefix, 'mail').readStaffRefusals();
  const refused = refusals?.mailboxes
    .map(({ address, reason }) => {
      const code = reason.slice(reason.lastIndexOf(' ') + 1);
      return `${address.replace(/@.*/, '@…')} is refused (${code})`;
    })
    .join(', ');
  if (refused && refusals?.all) {
    return critical(`Staff are not being notified: ${refused}.`, correctMailbox);
  }
  const stores = await database();
  const oldest = await findOldestStaffEmail(stores);
  const wait = oldest ? Date.now() - oldest.getTime() : 0;
  if (wait > late.warning) {
    const says = `The oldest email to staff has waited for ${describeAge(wait)}.`;
    return graded(wait, late, says, 'Find out why in the log of the worker.');
  }
  if (refused) return warning(`${refused}. Other staff are being notified.`, correctMailbox);
  const since = new Date(Date.now() - failedKeptFor * 1_000);
  const count = await countUnnotifiedEnquiries(stores, since);
  if (count === 0) return ok('Staff are being notified of enquiries.');
  const says = `Emails to staff about new enquiries failed, or may not have arrived. Enquiries: ${count}.`;
  return warning(says, 'Open these enquiries at the desk, and resend their emails.');
}
