import type { StaffContext } from '../context.ts';
import { critical, ok, warning, type Check } from './finding.ts';

const tolerated = { warning: 2, critical: 30 };
const mend = 'Let all machines take their time from NTP: timedatectl set-ntp true.';

/** Jobs are delayed, locked and deleted by the clock, so all machines must agree on it. */
export function checkClocks({ redis, database }: StaffContext): Check {
  return {
    subject: 'Clocks',
    mend: 'Redis and MongoDB have to answer first.',
    async run() {
      const [seconds] = await (await redis()).time();
      const { submissions } = await database();
      const hello = await submissions.db.db?.command({ hello: 1 });
      return [
        judge('Redis', Number(seconds)),
        judge('MongoDB', Number(new Date(hello?.localTime as Date)) / 1_000),
      ];
    },
  };
}

function judge(name: string, seconds: number) {
  // Redis tells whole seconds.
  const skew = Math.max(0, Math.abs(Date.now() / 1_000 - seconds) - 1);
  const says = `The clock of ${name} differs from this machine's by ${skew.toFixed(1)} s.`;
  if (skew > tolerated.critical) return critical(says, mend);
  return skew > tolerated.warning ? warning(says, mend) : ok(says);
}
