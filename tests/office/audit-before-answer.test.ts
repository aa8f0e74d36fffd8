import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it } from 'vitest';

import { contactSubmissionsPath } from '#contract/api.ts';
import { referenceOf } from '#contract/reference.ts';
import { savePersonRequest } from '#storage/person-requests.ts';
import { createUser } from '#storage/users.ts';
import { createEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { startMongodbFront } from '#support/mongodb-front.ts';
import { insertInBatches, openDatabase, storeAccepted } from '#support/own-stores.ts';
import type { ActionName } from '../../office/api.ts';
import { password, send, sessionOf, startOfficeUnderTest, tokenOf } from './office-under-test.ts';

const stores = forAllTests(openDatabase);
const mongodb = forAllTests(async () => {
  const front = await startMongodbFront(stores.settings.MONGODB_URI);
  return { front, stop: front.close };
});
const office = forAllTests(async () => ({
  ...(await startOfficeUnderTest({ ...stores.settings, MONGODB_URI: mongodb.front.uri })),
  database: stores,
}));
const email = 'zqxmark@example.org';
const id = randomUUID();
const reference = referenceOf(id);
const personal = /zqxmark|Zqxname/i;

beforeAll(async () => {
  await createUser(stores, { username: 'officer', password, role: 'officer' });
  await storeAccepted(stores, { id, form: createEnquiry({ lastName: 'Zqxname', email }) });
  const request = { who: 'Zqxname', email, kind: 'access', receivedAt: new Date() } as const;
  await savePersonRequest(stores, { ...request, _id: randomUUID() }, 'officer');
});

afterEach(() => {
  mongodb.front.answer = () => undefined;
});

/** Makes MongoDB refuse every audit record from the given one on; by default, from the first. */
function refuseRecords(from = 1): void {
  let count = 0;
  mongodb.front.answer = ({ insert }) => {
    if (insert === 'auditrecords') count += 1;
    return insert === 'auditrecords' && count >= from
      ? { ok: 0, code: 13, errmsg: 'not authorized on enquiries to execute command insert' }
      : undefined;
  };
}

const reason = 'The board wants figures.';
const reads: [ActionName, object, reads?: RegExp][] = [
  ['person.find', { who: email }],
  ['person.find', { who: 'zqxname' }],
  ['person.export', { who: email }],
  ['request.list', {}],
  ['enquiry.export', { list: 'all', format: 'csv', reason }],
  ['enquiry.export', { list: 'all', format: 'xlsx', reason }, /^PK/],
  ['audit.search', {}, /"records":\[\{/],
  ['audit.export', {}, /"Time","Account"/],
];

it.each(reads)('%s %j returns no data unless audited', async (name, body, shown = personal) => {
  const cookie = await sessionOf(stores, 'officer');
  const read = await send(office, name, { cookie, body });
  expect([read.status, await read.text()]).toEqual([200, expect.stringMatching(shown)]);
  refuseRecords();
  const refused = await send(office, name, { cookie, body });
  expect(refused.status).toBe(503);
  const text = await refused.text();
  for (const mark of [shown, personal, new RegExp(reference)]) expect(text).not.toMatch(mark);
});

it.each(['', `/${id}`])(
  'GET /api/contact-submissions%s returns no data unless audited',
  async (path) => {
    const headers = await tokenOf(stores, 'officer');
    const get = () => fetch(`${office.url}${contactSubmissionsPath}${path}`, { headers });
    expect(await (await get()).text()).toMatch(personal);
    refuseRecords();
    const refused = await get();
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.not.stringMatching(personal),
    ]);
  },
);

it('aborts a download if it cannot be audited, so that no file seems complete', async () => {
  const sample = await stores.submissions.findById(id).lean();
  const copies = Array.from({ length: 2_500 }, (_, index) => ({
    ...sample,
    ...{ _id: randomUUID(), organisation: `Guild ${index}`, createdAt: new Date(index) },
  }));
  await insertInBatches(copies, (some) => stores.submissions.insertMany(some));
  refuseRecords(4);
  const wanted = { list: 'all', format: 'csv', reason };
  const cookie = await sessionOf(stores, 'officer');
  // Compression holds the first rows back.
  const headers = { 'Accept-Encoding': 'identity' };
  const call = { cookie, headers, body: wanted };
  const response = await send(office, 'enquiry.export', call);
  expect(response.status).toBe(200);
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk);
  };
  await expect(read()).rejects.toThrow();
  expect(text).toContain('Guild 2499');
  expect(text).not.toContain('"Guild 1"');
  expect(office.log()).toContain('"aborted":true');
});
