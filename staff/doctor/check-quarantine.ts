import { countSubmissions } from '../../storage/search-submissions.ts';
import { quarantineDays } from '../../storage/store-submission.ts';
import type { StaffContext } from '../context.ts';
import { ok, warning, type Check } from './finding.ts';

const dayInMilliseconds = 86_400_000;
/** Days after which somebody who wrote in earnest has waited for too long. */
const patience = 2;

/** Nobody is told by mail of an enquiry that looks like spam, so somebody has to look. */
export function checkQuarantine({ database }: StaffContext): Check {
  return {
    subject: 'Quarantine',
    mend: 'MongoDB has to answer first.',
    async run() {
      const status = 'quarantined';
      const stores = await database();
      const before = new Date(Date.now() - patience * dayInMilliseconds);
      const held = await countSubmissions(stores, { status });
      const late = await countSubmissions(stores, { status, to: before });
      if (late === 0) return [ok(`${held} enquiries are held back as spam.`)];
      const mend = 'See docs/operations.md, Enquiries in quarantine.';
      const says =
        `${held} enquiries are held back as spam, ${late} of them for over ${patience} days. ` +
        `They are deleted after ${quarantineDays} days.`;
      return [warning(says, mend)];
    },
  };
}
