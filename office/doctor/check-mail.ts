import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';

import { failedKeptFor, notificationJobId } from '../../contract/jobs.ts';
import { describeAge } from '../../platform/describe-age.ts';
import { trackChannel, type ChannelFailure } from '../../platform/channel-state.ts';
import { readProcesses } from '../../platform/heartbeat.ts';
import { mailServerOf, smtpAddress } from '../../platform/mailbox.ts';
import { failureCode } from '../../platform/reason.ts';
import {
  countPending,
  countStaffNotifications,
  findUnnotifiedEnquiries,
} from '../../storage/notifications.ts';
import { connectToMailServer } from '../server/mail.ts';
import { unlessDown } from '../server/staff-database.ts';
import {
  critical,
  notChecked,
  ok,
  startTimer,
  warning,
  type CheckResult,
  type Product,
} from './finding.ts';
import { runbooks } from './runbooks.ts';

const mailTimeout = 5_000;
const hour = 3_600_000;
const inMinutes = new Intl.NumberFormat('en-ZA', {
  style: 'unit',
  unit: 'minute',
  unitDisplay: 'long',
});

const inClear = 'ignoreTLS=true in SMTP_URL sends the password and all emails unencrypted.';
const keepInside =
  'Remove ignoreTLS=true once the mail server offers STARTTLS, and keep the connection within your own network.';

/** Checks that the mail server accepts our login, and that it accepted the workers' last email. */
export async function checkMail(product: Product): Promise<CheckResult[]> {
  const { smtpUrl } = product;
  const seen = await seenByWorkers(product).catch(() => undefined);
  const used = seen?.server;
  const found =
    smtpUrl !== undefined
      ? await signIn(smtpUrl)
      : used === undefined || used === 'outbox'
        ? await inspectOutbox(product)
        : notChecked(`SMTP_URL is not set here, but the worker sends through ${used}`);
  const failure = found.level === 'critical' ? undefined : seen?.failure;
  const main = failure ? await judgeFailure(product, found, failure) : found;
  const own = smtpUrl && mailServerOf(smtpUrl);
  if (!own || used === undefined || used === own) return [main];
  const says = `The worker sends through ${used}, but SMTP_URL here is ${own}.`;
  const remedy = `Set the same SMTP_URL for both and restart the worker. ${runbooks.mailStopped}`;
  return [main, { part: 'worker', ...warning(says, remedy) }];
}

/** The mail server that the newest worker reports, and why the last email failed, if it failed. */
async function seenByWorkers({ redis, queuePrefix }: Product) {
  const connection = await redis();
  const { processes } = await readProcesses(connection, queuePrefix);
  const workers = processes.filter(({ mail }) => mail !== undefined);
  const [newest] = workers.sort((one, other) => other.seenAt - one.seenAt);
  const failure = await trackChannel(connection, queuePrefix, 'mail').readFailure();
  return { server: newest?.mail, failure };
}

async function judgeFailure(
  { database }: Product,
  { level }: CheckResult,
  { reason, isUnconfirmed, failures }: ChannelFailure,
): Promise<CheckResult> {
  const code = reason.replace(/^smtp /, '');
  const but = code === reason ? 'does not accept' : 'refuses';
  const what = isUnconfirmed
    ? `The mail server does not confirm our email (${code}). At most three copies of each are sent.`
    : `The mail server ${level === 'ok' ? 'accepts our login but ' : ''}${but} our email (${code}).`;
  const pending = await unlessDown(async () => countPending(await database()));
  const says = [what, describePending(pending)].filter(Boolean).join(' ');
  // One lost connection needs no action: the next email shows whether there is a problem.
  const judge = isUnconfirmed && failures === 1 ? warning : critical;
  return judge(says, runbooks.mailStopped);
}

function describePending(pending: Awaited<ReturnType<typeof countPending>> | undefined): string {
  const { count, oldest } = pending ?? {};
  if (!count || !oldest) return '';
  const age = Date.now() - oldest.getTime();
  const minutes = Math.floor(age / 60_000);
  const long = minutes > 0 && minutes < 120 ? inMinutes.format(minutes) : describeAge(age);
  return count === 1
    ? `1 email has waited for ${long}.`
    : `${count} emails are waiting, the oldest for ${long}.`;
}

async function signIn(url: string): Promise<CheckResult> {
  const transport = connectToMailServer(url, mailTimeout);
  const timer = startTimer();
  try {
    await transport.verify();
    const accepts = 'The mail server accepts our login.';
    const { auth, ignoreTLS, secure } = smtpAddress(url);
    return auth && ignoreTLS && !secure
      ? warning(`${accepts} ${inClear}`, keepInside)
      : ok(accepts, timer());
  } catch (error) {
    const reason = failureCode(error);
    const isReached = /^smtp|^noauth/.test(reason);
    return critical(
      `The mail server ${isReached ? 'is refusing our login' : 'cannot be reached'} (${reason}). Emails wait for up to a day.`,
      `Check the ${isReached ? 'user and password' : 'host and port'} in SMTP_URL. ${runbooks.mailStopped}`,
    );
  } finally {
    transport.close();
  }
}

async function inspectOutbox({ outboxDir, production }: Product): Promise<CheckResult> {
  const timer = startTimer();
  try {
    await mkdir(outboxDir, { recursive: true });
    await access(outboxDir, constants.W_OK);
  } catch {
    return critical(
      'The outbox is not writable.',
      `Set OUTBOX_DIR to a writable folder. ${runbooks.mailStopped}`,
    );
  }
  const says = `Emails are written to ${outboxDir} and not sent.`;
  return production
    ? warning(says, `Set SMTP_URL to your mail server. ${runbooks.mailStopped}`)
    : ok(says, timer());
}

const correct = `Correct MAIL_STAFF, restart the worker, and resend the failed emails. ${runbooks.mailStopped}`;

/** Checks that staff are notified of enquiries. */
export async function checkStaff(product: Product): Promise<CheckResult[]> {
  const { redis, queues, queuePrefix } = product;
  const database = await product.database();
  const refusals = await unlessDown(async () =>
    trackChannel(await redis(), queuePrefix, 'mail').readStaffRefusals(),
  );
  const refused = refusals?.mailboxes.map(({ address, reason }) => {
    const code = reason.slice(reason.lastIndexOf(' ') + 1);
    return `${address.replace(/@.*/, '@…')} is refused (${code})`;
  });
  if (refused && refusals?.all) {
    return [critical(`Staff are not being notified: ${refused.join(', ')}.`, correct)];
  }
  const counts = await countStaffNotifications(database, new Date(Date.now() - hour));
  const { sent, failed, overdue, reason } = counts;
  if (failed > 0 && sent === 0) {
    const says = `Staff are not being notified: every staff notification of the last hour failed (${reason}). Failed: ${failed}.`;
    return [critical(says, runbooks.mailStopped)];
  }
  if (overdue > 0) {
    const says = `Staff are not being notified: staff notifications have waited for over an hour. Waiting: ${overdue}.`;
    return [critical(says, runbooks.mailStopped)];
  }
  if (refused) {
    return [warning(`${refused.join(', ')}. Other staff are being notified.`, correct)];
  }
  const since = new Date(Date.now() - failedKeptFor * 1_000);
  const unnotified = await findUnnotifiedEnquiries(database, since);
  const ids = unnotified.map((id) => notificationJobId(id, 'staff'));
  const unconfirmed = await unlessDown(async () => {
    const { notifications } = await queues();
    const failedAt =
      ids.length > 0 ? await (await redis()).zmscore(notifications.toKey('failed'), ids) : [];
    // The failed-jobs check reports those of the last release, which left a failed job.
    return failedAt.filter((at) => at == null).length;
  });
  if (unconfirmed) {
    const says = `The mail server never confirmed the emails to staff about new enquiries, so they may not have arrived. Enquiries: ${unconfirmed}.`;
    const remedy = `Look at them in the enquiries desk, or resend the failed emails. ${runbooks.mailStopped}`;
    return [warning(says, remedy)];
  }
  return [ok('Staff are being notified of enquiries.')];
}
