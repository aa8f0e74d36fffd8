import { beforeAll, expect, it } from 'vitest';

import { createCheapUser } from '../../testing/accounts.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { password, startOfficeUnderTest } from './office-under-test.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { isAsDescribed } from '../../testing/described-answers.ts';

const office = forAllTests(startOfficeUnderTest);
const id = crypto.randomUUID();

beforeAll(async () => {
  await createCheapUser(office.database, { username: 'board', password, role: 'ops' });
  await storeAccepted(office.database, { id });
});

const json = { Accept: 'application/json' };

it.each([
  ['', '', 401, undefined],
  ['', '', 200, 'naledi'],
  ['', '?limit=1000', 400, 'naledi'],
  ['', '', 403, 'board'],
  ['/{id}', `/${id}`, 200, 'naledi'],
  ['/{id}', '/nothing', 404, 'naledi'],
  ['/{id}', `/${id}`, 403, 'board'],
])('answers as described: path "%s", sent "%s", status %i', async (path, query, status, user) => {
  const response = await office.get(query, user, json);
  expect(response.status).toBe(status);
  await isAsDescribed('get', `/api/contact-submissions${path}`, response);
});
