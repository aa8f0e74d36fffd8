import { findLastCanary } from '../../storage/read-canary.ts';
import type { StaffContext } from '../context.ts';
import { critical, ok, type Check } from './finding.ts';

const minutes = 60_000;

export function checkCanary({ database, queues }: StaffContext): Check {
  return {
    subject: 'Canary',
    mend: 'Redis and MongoDB have to answer first.',
    async run() {
      const { maintenance } = await queues();
      const scheduler = await maintenance.getJobScheduler('send-canary');
      if (!scheduler?.every) return [ok('It is off (CANARY_EVERY_MINUTES is 0).')];
      const last = await findLastCanary(await database());
      const age = last ? Date.now() - last.getTime() : Infinity;
      const says = last
        ? `The last one that came through was sent ${Math.round(age / 1_000)} s ago.`
        : 'None has come through in the last day.';
      const allowed = Math.max(2 * scheduler.every, 2 * minutes);
      const mend = 'See docs/operations.md, No canary.';
      return [age > allowed ? critical(says, mend) : ok(says)];
    },
  };
}
