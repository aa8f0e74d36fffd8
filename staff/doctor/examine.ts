import { failureOf } from './failure-of.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import type { StaffContext } from '../context.ts';
import { checkCanary } from './check-canary.ts';
import { checkClocks } from './check-clocks.ts';
import { checkDisk } from './check-disk.ts';
import { checkMail } from './check-mail.ts';
import { checkIndexes, checkMongodbWrites } from './check-mongodb.ts';
import { checkQuarantine } from './check-quarantine.ts';
import { checkQueues } from './check-queues.ts';
import { checkRedisMemory, checkRedisSettings } from './check-redis.ts';
import type { DoctorConfig } from './config.ts';
import type { Check, Finding } from './finding.ts';

/** Milliseconds after which a check that has no answer has its answer. */
const patience = 12_000;

/** Looks at everything that enquiries need, at once: what does not answer is waited for once. */
export async function examine(config: DoctorConfig, context: StaffContext): Promise<Finding[]> {
  const checks = [
    checkRedisSettings(context),
    checkRedisMemory(context),
    checkMongodbWrites(context),
    checkIndexes(context),
    checkMail(config),
    checkQueues(context),
    checkQuarantine(context),
    checkCanary(context),
    checkClocks(context),
    checkDisk(config.dataDir),
  ];
  const looks = checks.map((check) => ({ subject: check.subject, findings: look(check) }));
  const all: Finding[] = [];
  for (const { subject, findings } of looks) {
    context.terminal.progress(`Looking at: ${subject} …`);
    all.push(...(await findings));
  }
  return all;
}

async function look({ subject, run, mend }: Check): Promise<Finding[]> {
  try {
    const findings = await withTimeLimit(patience, run());
    return findings.map((finding) => ({ subject, ...finding }));
  } catch (error) {
    return [{ subject, level: 'critical', says: failureOf(error), mend }];
  }
}
