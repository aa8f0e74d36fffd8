import { constants } from 'node:fs';
import { access, mkdir, statfs } from 'node:fs/promises';
import { createTransport } from 'nodemailer';

import { describeError } from '../../platform/redact.ts';
import { critical, graded, ok, warning, type CheckResult, type Product } from './finding.ts';

const mailTimeout = 5_000;
/** The share of the disk that is in use. */
const fullness = { warning: 0.85, critical: 0.95 };
/** Seconds by which two clocks differ. */
const skewed = { warning: 2, critical: 30 };

export async function checkMail(product: Product): Promise<CheckResult[]> {
  return [product.smtpUrl ? await signIn(product.smtpUrl) : await inspectOutbox(product)];
}

async function signIn(url: string): Promise<CheckResult> {
  const transport = createTransport({
    url,
    connectionTimeout: mailTimeout,
    greetingTimeout: mailTimeout,
    socketTimeout: mailTimeout,
    dnsTimeout: mailTimeout,
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

async function inspectOutbox({ outboxDir, production }: Product): Promise<CheckResult> {
  try {
    await mkdir(outboxDir, { recursive: true });
    await access(outboxDir, constants.W_OK);
  } catch {
    return critical('The outbox cannot be written.', 'Set OUTBOX_DIR to a folder that can be.');
  }
  const says = `Mail is written to ${outboxDir} and sent to nobody.`;
  return production ? warning(says, 'Set SMTP_URL to your mail server.') : ok(says);
}

/** The disk of the folder that `npm start` keeps its data in, if it is here. */
export async function checkDisk({ dataDir }: Product): Promise<CheckResult[]> {
  const disk = await statfs(dataDir).catch(() => undefined);
  if (!disk) return [ok('The data is not on this machine.')];
  const free = disk.bavail / disk.blocks;
  const says = `${Math.round(free * 100)} % of the disk of ${dataDir} is free.`;
  return [graded(1 - free, fullness, says, 'Make room: a full disk stops Redis and MongoDB.')];
}

/** Jobs are delayed, locked and deleted by the clock, so all machines must agree on it. */
export async function checkClocks({ redis, database }: Product): Promise<CheckResult[]> {
  const [seconds] = await (await redis()).time();
  const mongodb = await (await database()).now();
  return [compareClock('Redis', Number(seconds)), compareClock('MongoDB', mongodb / 1_000)];
}

function compareClock(name: string, seconds: number): CheckResult {
  // Redis tells whole seconds.
  const skew = Math.max(0, Math.abs(Date.now() / 1_000 - seconds) - 1);
  const says = `The clock of ${name} differs from this machine's by ${skew.toFixed(1)} s.`;
  const remedy = 'Let all machines take their time from NTP: timedatectl set-ntp true.';
  return graded(skew, skewed, says, remedy);
}
