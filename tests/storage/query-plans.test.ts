import { expect, it, onTestFinished } from 'vitest';

import { explainQueries } from '../../bench/explain-queries.ts';
import { fillAuditTrail, fillOffice } from '../../bench/fill-office.ts';
import { ownStores } from '../../testing/own-stores.ts';

// Checks only that indexes are used. With 500 enquiries, the number of examined documents means
// little: `npm run explain` checks that number with 20,000 enquiries.
it('every query of the enquiries desk and the worker uses an index', async () => {
  const { settings, remove } = ownStores();
  onTestFinished(remove);
  await fillOffice({ say: () => undefined }, settings.MONGODB_URI, 500);
  await fillAuditTrail(settings.MONGODB_URI);
  const explained = await explainQueries(settings.MONGODB_URI);
  expect(explained.length).toBeGreaterThan(25);
  const withoutIndex = explained.filter(({ reads }) => !reads.length || reads.includes('COLLSCAN'));
  expect(withoutIndex).toEqual([]);
});
