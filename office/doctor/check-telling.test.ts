import { expect, it } from 'vitest';

import { nothingTold, type AlertState } from '../alerts/alert-state.ts';
import { checkTelling } from './check-telling.ts';
import type { Product } from './finding.ts';

async function checkWith(state: Partial<AlertState> | undefined, tellsSomebody = true) {
  const text = state ? JSON.stringify({ ...nothingTold, ...state }) : null;
  const redis = { get: () => Promise.resolve(text) };
  const product = { redis: () => Promise.resolve(redis), queuePrefix: '{x}', tellsSomebody };
  return (await checkTelling(product as unknown as Product))[0];
}

it('does not call it well that nobody is told', async () => {
  expect(await checkWith({}, false)).toMatchObject({ level: 'unknown' });
});

it('says when an office has looked last', async () => {
  expect((await checkWith(undefined))?.says).toBe('Somebody is told. No office has looked yet.');
  const found = await checkWith({ savedAt: Date.now() - 60_000 });
  expect(found).toEqual({ level: 'ok', says: 'Somebody is told. An office looked 1 min ago.' });
});

it('warns where no office has looked for so long that nobody is told any more', async () => {
  expect(await checkWith({ savedAt: Date.now() - 299_000 })).toMatchObject({ level: 'ok' });
  expect(await checkWith({ savedAt: Date.now() - 301_000 })).toMatchObject({
    level: 'warning',
    says: 'Nobody is told: no office has looked for 5 min.',
    remedy: 'See docs/operations.md, Alerting.',
  });
});

it('warns of each way that fails, with its code', async () => {
  const failing = { mail: { since: 0, code: 'EAUTH 535' }, webhook: { since: 0, code: '404' } };
  expect(await checkWith({ savedAt: Date.now(), failing })).toMatchObject({
    level: 'warning',
    says: 'Mail to ALERT_EMAIL fails (EAUTH 535). ALERT_WEBHOOK_URL fails (404).',
    remedy: 'See docs/operations.md, Alerting.',
  });
});
