import { failureCode } from '#server/reasons.ts';
import { TimeoutError, withTimeout } from '#server/process.ts';
import { describeRefusal } from '#storage/mongodb.ts';
import { anchorOf } from '../page-list.ts';
import { TaskError } from '../server/task.ts';
import {
  critical,
  isBad,
  notChecked,
  type CheckContext,
  type Finding,
  type Result,
} from './check.ts';
import { checkAlerts, checkBackups, checkDisk } from './machine.ts';
import { checkMail, checkStaffEmails } from './mail.ts';
import { checkApi, checkSite } from './outside.ts';
import { checkFailedJobs, checkWaitingJobs, checkWorker } from './queues.ts';
import { checkMongodb, checkRedis, checkRetention } from './stores.ts';

/** `runbook`: a section of docs/operations.md. `needs`: checks whose failure explains this one. */
type Check = [
  id: string,
  name: string,
  check: (context: CheckContext) => Promise<Result>,
  runbook: string,
  needs: readonly string[],
];

const storing = ['redis', 'mongodb', 'worker'];

export const checks: readonly Check[] = [
  ['disk', 'Disk', checkDisk, 'The disk is full', []],
  ['redis', 'Redis', checkRedis, 'Redis is down', ['disk']],
  ['mongodb', 'MongoDB', checkMongodb, 'MongoDB is down', ['disk']],
  ['site', 'Site', checkSite, 'The site is down', []],
  ['api', 'API', checkApi, 'A process is down', ['site', 'redis']],
  ['worker', 'Worker', checkWorker, 'A process is down', ['redis']],
  ['mail', 'Email', checkMail, 'Email has stopped', ['redis']],
  ['waiting', 'Waiting jobs', checkWaitingJobs, 'The queue grows', storing],
  ['staff', 'Emails to staff', checkStaffEmails, 'Email has stopped', [...storing, 'mail']],
  ['failed-jobs', 'Failed jobs', checkFailedJobs, 'Failed jobs', storing],
  ['retention', 'Retention', checkRetention, 'The retention gets shorter', ['mongodb']],
  ['backups', 'Backups', checkBackups, 'Back up and restore', []],
  ['alerts', 'Alerts', checkAlerts, 'Alerting', ['redis', 'mail']],
];

/** Milliseconds after which a check fails. */
const timeout = 12_000;

/** Runs all checks in parallel, which takes one timeout at most. */
export async function runChecks(context: CheckContext): Promise<Finding[]> {
  const results = await Promise.all(checks.map(([, , check]) => runCheck(check(context))));
  const findings: Finding[] = [];
  for (const [index, [id, subject, , usualRunbook, needs]] of checks.entries()) {
    const { failed, latency, ...result } = results[index] as CheckRun;
    const cause = isBad(result) ? findings.find((finding) => explains(finding, needs)) : undefined;
    const isSkipped = failed && cause !== undefined;
    const shown: Result = isSkipped ? notChecked(`${cause.subject} comes first`) : result;
    const { runbook = usualRunbook, ...said } = shown;
    findings.push({
      id,
      subject,
      latency,
      ...said,
      ...(shown.remedy ? { link: `${context.runbookUrl}#${anchorOf(runbook)}` } : {}),
      ...(cause ? { because: cause.because ?? cause.id } : {}),
    });
  }
  return findings;
}

function explains({ id, level }: Finding, needs: readonly string[]): boolean {
  return level === 'critical' && needs.includes(id);
}

/** The worst level found. `unknown` counts as `ok`. */
export function worstOf(findings: readonly Finding[]): 'ok' | 'warning' | 'critical' {
  if (findings.some(({ level }) => level === 'critical')) return 'critical';
  return findings.some(isBad) ? 'warning' : 'ok';
}

/** `failed`: whether the check could not run. */
type CheckRun = Result & { latency: number; failed?: true };

async function runCheck(running: Promise<Result>): Promise<CheckRun> {
  const started = performance.now();
  const latency = () => Math.ceil(performance.now() - started);
  try {
    return { ...(await withTimeout(timeout, running)), latency: latency() };
  } catch (error) {
    const result = critical(describeFailure(error), 'Follow the runbook.');
    return { ...result, latency: latency(), failed: true };
  }
}

/** Why a check failed to run, without credentials. */
function describeFailure(error: unknown): string {
  if (error instanceof TaskError) return error.message;
  if (error instanceof TimeoutError) return `No answer within ${timeout / 1_000} s.`;
  return describeRefusal(error) ?? `The check failed (${failureCode(error)}).`;
}
