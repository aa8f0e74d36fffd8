import { expect, it } from 'vitest';

import { createEnquiry } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { sessionOf, startStaffedOffice } from './office-under-test.ts';

const office = forAllTests(startStaffedOffice);
const shown = { 'Sec-Fetch-Dest': 'document' };

/** Requests a page. Resolves to its status and text, and the actions whose answers it contains. */
async function read(path: string, user?: string, headers: Record<string, string> = shown) {
  const cookie = user === undefined ? {} : { Cookie: await sessionOf(office.stores, user) };
  const response = await fetch(`${office.url}/ops${path}`, { headers: { ...headers, ...cookie } });
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  const [, json] =
    /<script type="application\/json" id="first-data">(.*?)<\/script>/s.exec(text) ?? [];
  const data = JSON.parse(json ?? '[]') as [name: string, body: object | null, answer: unknown][];
  return { status: response.status, text, data, names: data.map(([name]) => name) };
}

const list = [
  'session.read',
  'account.names',
  'enquiry.colleagues',
  'enquiry.tags',
  'enquiry.list',
];

it('sends the list inside its page to users who may read it, and audits the access', async () => {
  const id = await storeAccepted(office.stores);
  const { data, names } = await read('/enquiries', 'staff');
  expect(names).toEqual(list);
  expect(data.at(-1)).toMatchObject(['enquiry.list', { tab: 'new' }, { rows: [{ id }] }]);
  const [record] = await office.stores.audit.read({ action: 'enquiry.list', limit: 1 });
  expect(record).toMatchObject({ actor: 'staff', subject: { ids: [id] } });
  expect((await read('/', 'staff')).names).toEqual(list);
  expect((await read('/enquiries?tab=all', 'officer')).data.at(-1)).toMatchObject([
    'enquiry.list',
    { tab: 'all' },
    {},
  ]);
  expect((await read('/enquiries', 'officer')).names).toContain('request.due');
  expect((await read('/enquiries', 'ops')).names).toEqual(['session.read']);
  expect((await read('/status', 'staff')).names).toEqual(['session.read']);
  expect((await read('/enquiries?tab=new&from=2026-01-01', 'staff')).names).not.toContain(
    'enquiry.list',
  );
});

it('sends and records nothing without a session, or if no page will be shown', async () => {
  await storeAccepted(office.stores);
  const count = () => office.stores.audit.read({ action: 'enquiry.list', limit: 99 });
  const before = (await count()).length;
  expect((await read('/enquiries')).names).toEqual([]);
  expect((await read('/enquiries', 'staff', {})).names).toEqual([]);
  expect((await read('/enquiries', 'staff', { 'Sec-Fetch-Dest': 'empty' })).names).toEqual([]);
  const prefetch = { ...shown, 'Sec-Purpose': 'prefetch' };
  expect((await read('/enquiries', 'staff', prefetch)).names).toEqual([]);
  const missing = await read('/no-such-page', 'staff', { ...shown, Accept: 'text/html' });
  expect([missing.status, missing.names]).toEqual([404, []]);
  const headers = { ...shown, Cookie: `__Host-office=${'x'.repeat(43)}` };
  const ended = await fetch(`${office.url}/ops/enquiries`, { headers });
  expect([ended.status, await ended.text()]).toEqual([
    200,
    expect.not.stringContaining('first-data'),
  ]);
  const cookie = { Cookie: await sessionOf(office.stores, 'staff') };
  await fetch(`${office.url}/ops/enquiries`, { method: 'HEAD', headers: { ...shown, ...cookie } });
  expect(await count()).toHaveLength(before);
});

it("prevents a visitor's text from ending the script element that contains the data", async () => {
  const message = '</script><script>alert(1)</script><!-- <script> Our guild has 96 members.';
  await storeAccepted(office.stores, { form: createEnquiry({ message }) });
  const { text, data } = await read('/enquiries', 'staff');
  expect(text).not.toContain('alert(1)</script>');
  expect(JSON.stringify(data)).toContain('</script><script>alert(1)');
});

it('sends the page without data while MongoDB is down', async () => {
  await office.proxies.mongodb.down();
  const { status, names } = await read('/enquiries', 'staff');
  await office.proxies.mongodb.up();
  expect([status, names]).toEqual([200, []]);
});
