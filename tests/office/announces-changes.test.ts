import { expect, it, onTestFinished } from 'vitest';

import { officeApi } from '../../office/office-api.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { basic, password, startStaffedOffice } from './office-under-test.ts';

const office = forAllTests(startStaffedOffice);

/** Reads server-sent events until one is as wanted. */
function openEvents(user: string) {
  const closing = new AbortController();
  let text = '';
  const read = async () => {
    const response = await fetch(`${office.url}${officeApi.events.path}`, {
      headers: basic(user, password),
      signal: closing.signal,
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk);
  };
  read().catch(() => undefined);
  const until = (what: RegExp) => waitFor(`the events say ${what.source}`, () => what.test(text));
  return { until, close: () => closing.abort() };
}

it('announces what a colleague changes and who else looks, without Redis says so, and reads on', async () => {
  const id = await storeAccepted(office.stores);
  const events = openEvents('lerato');
  await events.until(/event: live\ndata: {"live":true}/);
  await office.ask('change', {
    items: [{ id, version: 0 }],
    change: { kind: 'assign', owner: 'staff' },
  });
  await events.until(new RegExp(`event: changed\ndata: {"ids":.*${id}`));
  expect(await office.ask('reading', { id })).toEqual({ others: [], known: true });
  await events.until(new RegExp(`event: reading\ndata: {"id":"${id}","readers":."staff"`));
  expect(await office.ask('reading', { id }, 'lerato')).toEqual({ others: ['staff'], known: true });
  await office.ask('reading', { id, leaving: true });
  expect(await office.ask('reading', { id }, 'lerato')).toEqual({ others: [], known: true });

  onTestFinished(() => office.proxies.redis.up());
  await office.proxies.redis.down();
  await events.until(/event: live\ndata: {"live":false}/);
  expect((await office.ask('list', { tab: 'open' })).rows).toMatchObject([{ id }]);
  expect((await office.ask('open', { name: id })).handling.owner).toBe('staff');
  expect(
    (await office.ask('change', { items: [{ id, version: 1 }], change: { kind: 'finish' } })).done,
  ).toHaveLength(1);
  expect(await office.ask('reading', { id })).toEqual({ others: [], known: false });
  expect((await office.send('release', { ids: [id] }, 'staff')).status).toBe(503);
  events.close();
});
