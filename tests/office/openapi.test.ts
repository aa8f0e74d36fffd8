import { afterAll, beforeAll, expect, it } from 'vitest';

import { storeSubmission } from '../../storage/submissions.ts';
import { createUser } from '../../storage/users.ts';
import { isAsDescribed } from '../api/described-answers.ts';
import { accepted } from '../storage/accepted.ts';
import { password, startOfficeUnderTest, type OfficeUnderTest } from './office-under-test.ts';

let office: OfficeUnderTest;
const id = crypto.randomUUID();

beforeAll(async () => {
  office = await startOfficeUnderTest();
  await createUser(office.database, { username: 'board', password, maySeePersonalData: false });
  await storeSubmission(office.database, accepted({ id }));
});

afterAll(() => office.stop());

const json = { Accept: 'application/json' };

it.each([
  ['', '', 401, undefined],
  ['', '', 200, 'naledi'],
  ['', '?limit=1000', 400, 'naledi'],
  ['', '', 403, 'board'],
  ['/{id}', `/${id}`, 200, 'naledi'],
  ['/{id}', '/nothing', 404, 'naledi'],
  ['/{id}', `/${id}`, 403, 'board'],
])('answers staff who read %s at "%s" with %i as described', async (path, query, status, user) => {
  const response = await office.get(query, user, undefined, json);
  expect(response.status).toBe(status);
  await isAsDescribed('get', `/api/contact-submissions${path}`, response);
});
