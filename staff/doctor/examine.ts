import { failureOf } from './failure-of.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import type { StaffContext } from '../context.ts';
import { checkCanary } from './check-canary.ts';
import { checkClocks } from './check-clocks.ts';
import { checkDisk } from './check-disk.ts';
import { checkMail } from './check-mail.ts';
import { checkIndexes, checkMongodbWrites } from './check-mongodb.ts';
import { checkQueues } from './check-queues.ts';
import { checkRedisMemory, checkRedisSettings } from './check-redis.ts';
import type { DoctorConfig } from './config.ts';
import type { Check, Finding } from './finding.ts';

/** Milliseconds after which a check that has no answer has its answer. */
const patience = 12_000;

/** Looks at everything that enquiries need, one after the other. */
export async function examine(config: DoctorConfig, context: StaffContext): Promise<Finding[]> {
  const checks = [
    checkRedisSettings(context),
    checkRedisMemory(context),
    checkMongodbWrites(context),
    checkIndexes(context),
    checkMail(config),
    checkQueues(context),
    checkCanary(context),
    checkClocks(context),
    checkDisk(config.dataDir),
  ];
  const findings: Finding[] = [];
  for (const check of checks) {
    context.terminal.progress(`Looking at: ${check.subject} …`);
    findings.push(...(await look(check)));
  }
  return findings;
}

async function look({ subject, run, mend }: Check): Promise<Finding[]> {
  try {
    const findings = await withTimeLimit(patience, run());
    return findings.map((finding) => ({ subject, ...finding }));
  } catch (error) {
    return [{ subject, level: 'critical', says: failureOf(error), mend }];
  }
}
