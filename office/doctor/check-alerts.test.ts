import { expect, it } from 'vitest';

import { emptyAlertState, type AlertState } from '../alerts/alert-state.ts';
import { checkAlerts } from './check-alerts.ts';
import type { Product } from './finding.ts';

async function checkWith(state: Partial<AlertState> | undefined, hasAlertTarget = true) {
  const text = state ? JSON.stringify({ ...emptyAlertState, ...state }) : null;
  const redis = { get: () => Promise.resolve(text) };
  const product = { redis: () => Promise.resolve(redis), queuePrefix: '{x}', hasAlertTarget };
  return (await checkAlerts(product as unknown as Product))[0];
}

it('does not report missing alert targets as OK', async () => {
  expect(await checkWith({}, false)).toMatchObject({ level: 'unknown' });
});

it('says when the checks last ran', async () => {
  expect((await checkWith(undefined))?.says).toBe(
    'Alerts are set up. The checks have not run yet.',
  );
  const found = await checkWith({ savedAt: Date.now() - 60_000 });
  expect(found).toEqual({ level: 'ok', says: 'Alerts are on. Last check 1 min ago.' });
});

it('warns if the checks have not run for five minutes', async () => {
  expect(await checkWith({ savedAt: Date.now() - 299_000 })).toMatchObject({ level: 'ok' });
  expect(await checkWith({ savedAt: Date.now() - 301_000 })).toMatchObject({
    level: 'warning',
    says: 'Alerts have stopped: the last check was 5 min ago.',
    remedy: 'See ‘Alerting’ in docs/operations.md.',
  });
});

it('warns of each failing channel with its code', async () => {
  const failing = { mail: { since: 0, code: 'EAUTH 535' }, webhook: { since: 0, code: '404' } };
  expect(await checkWith({ savedAt: Date.now(), failing })).toMatchObject({
    level: 'warning',
    says: 'Alerts to ALERT_EMAIL are failing (EAUTH 535). Alerts to ALERT_WEBHOOK_URL are failing (404).',
    remedy: 'See ‘Alerting’ in docs/operations.md.',
  });
});
