import { expect, it, vi } from 'vitest';

import {
  keepAlerts,
  releaseAlertsLead,
  readAlerts,
  acquireAlertsLead,
} from '../../storage/alerts.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { openDatabase } from '../../testing/own-stores.ts';

const database = forAllTests(openDatabase);

it('only one process leads at a time, until it releases its lock or the lock expires', async () => {
  expect(await acquireAlertsLead(database, 'a', 60_000)).toBe(true);
  expect(await acquireAlertsLead(database, 'a', 60_000)).toBe(true);
  expect(await acquireAlertsLead(database, 'b', 60_000)).toBe(false);
  await releaseAlertsLead(database, 'b');
  expect(await acquireAlertsLead(database, 'b', 60_000)).toBe(false);
  await releaseAlertsLead(database, 'a');
  expect(await acquireAlertsLead(database, 'b', 0)).toBe(true);
  await expect.poll(() => acquireAlertsLead(database, 'a', 60_000)).toBe(true);
});

it('a process whose clock is ahead neither takes the lock nor keeps it too long', async () => {
  const clockAhead = async (holder: string, duration: number) => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
    const leads = await acquireAlertsLead(database, holder, duration);
    clock.mockRestore();
    return leads;
  };
  await releaseAlertsLead(database, 'a');
  expect(await acquireAlertsLead(database, 'b', 60_000)).toBe(true);
  expect(await clockAhead('a', 60_000)).toBe(false);
  expect(await clockAhead('b', 0)).toBe(true);
  await expect.poll(() => acquireAlertsLead(database, 'a', 60_000)).toBe(true);
});

it('keeps the alert state', async () => {
  expect(await readAlerts(database)).toBeUndefined();
  for (const state of ['one', 'two']) {
    await keepAlerts(database, state);
    expect(await readAlerts(database)).toBe(state);
  }
});
