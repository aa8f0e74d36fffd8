import { expect, it } from 'vitest';

import { keepAlerts, leaveAlertsLead, readAlerts, takeAlertsLead } from '../../storage/alerts.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { openDatabase } from '../../testing/own-stores.ts';

const database = forAllTests(openDatabase);

it('lets one lead at a time, until it leaves or its time is over', async () => {
  expect(await takeAlertsLead(database, 'a', 60_000)).toBe(true);
  expect(await takeAlertsLead(database, 'a', 60_000)).toBe(true);
  expect(await takeAlertsLead(database, 'b', 60_000)).toBe(false);
  await leaveAlertsLead(database, 'b');
  expect(await takeAlertsLead(database, 'b', 60_000)).toBe(false);
  await leaveAlertsLead(database, 'a');
  expect(await takeAlertsLead(database, 'b', 0)).toBe(true);
  await expect.poll(() => takeAlertsLead(database, 'a', 60_000)).toBe(true);
});

it('keeps what was told', async () => {
  expect(await readAlerts(database)).toBeUndefined();
  for (const state of ['one', 'two']) {
    await keepAlerts(database, state);
    expect(await readAlerts(database)).toBe(state);
  }
});
